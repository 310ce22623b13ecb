import type { BuiltInFailureKind } from '../../built-in-failure.js';
import type { GrepFindings, GrepSearch } from '../grep-search.js';
import type { GlobFindings, GlobSearch } from './glob-job.js';

/** What a worker is asked to do. */
export type SearchJob =
  | { readonly kind: 'glob'; readonly search: GlobSearch }
  | { readonly kind: 'grep'; readonly search: GrepSearch };

/** What comes back: failures as plain values, because classes do not cross threads. */
export type SearchAnswer =
  | { readonly ok: true; readonly findings: GlobFindings | GrepFindings }
  | { readonly ok: false; readonly kind: BuiltInFailureKind; readonly message: string };
