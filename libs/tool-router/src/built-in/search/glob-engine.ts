import { availableParallelism } from 'node:os';
import type { SearchLimits } from './search-limits.js';
import { newestFirst, type GlobFindings, type GlobSearch } from './worker/glob-job.js';
import { globInWorker } from './worker/search-workers.js';
import { SHARE_DEPTH } from './worker/walk-share.js';

const MAX_SHARES = 2;

function sharesOf(globs: readonly string[]): number {
  const deep = globs.some((glob) => glob.includes('**') || glob.split('/').length > SHARE_DEPTH);
  return deep ? Math.min(MAX_SHARES, availableParallelism()) : 1;
}

function sum(parts: readonly GlobFindings[], of: (part: GlobFindings) => number): number {
  return parts.reduce((total, part) => total + of(part), 0);
}

/**
 * Searches for files, deep trees in two threads: most of the time goes into asking the disk for times of change.
 * @throws BuiltInFailure
 */
export async function findFiles(search: Omit<GlobSearch, 'share'>, limits: SearchLimits): Promise<GlobFindings> {
  const of = sharesOf(search.globs);
  const shares = Array.from({ length: of }, (_, index) => globInWorker({ ...search, share: { index, of } }, limits));
  const parts = await Promise.all(shares);
  return {
    files: parts
      .flatMap((part) => part.files)
      .toSorted(newestFirst)
      .slice(0, search.wanted),
    total: sum(parts, (part) => part.total),
    ignored: sum(parts, (part) => part.ignored),
    unreadable: sum(parts, (part) => part.unreadable),
  };
}
