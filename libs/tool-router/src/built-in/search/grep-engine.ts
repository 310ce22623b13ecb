import type { GrepFindings, GrepSearch } from './grep-search.js';
import { findRipgrep } from './ripgrep/find-ripgrep.js';
import { grepWithRipgrep } from './ripgrep/ripgrep-grep.js';
import { RipgrepMissing } from './ripgrep/ripgrep-process.js';
import type { SearchLimits } from './search-limits.js';
import { grepInWorker } from './worker/search-workers.js';

/** Looked for once: programs do not come and go while a host runs. */
let ripgrep: Promise<string | undefined> | undefined;

/**
 * Searches with ripgrep, or in a worker thread where there is none that runs.
 * @throws BuiltInFailure
 */
export async function grepWithBestEngine(search: GrepSearch, limits: SearchLimits): Promise<GrepFindings> {
  ripgrep ??= findRipgrep();
  const program = await ripgrep;
  if (program === undefined) return grepInWorker(search, limits);
  try {
    return await grepWithRipgrep(program, search, limits);
  } catch (error) {
    if (!(error instanceof RipgrepMissing)) throw error;
    return grepInWorker(search, limits);
  }
}
