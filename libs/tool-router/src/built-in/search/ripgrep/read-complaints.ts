import { BuiltInFailure } from '../../built-in-failure.js';
import { SearchWarnings } from '../search-warnings.js';
import type { RipgrepExit } from './ripgrep-process.js';

const ABOUT_A_PATH = /^rg: \.\/(.*)$/;
const ABOUT_THE_PATTERN = /regex|not allowed|not supported|look-around|backreference|size limit/i;
const NOT_READ = /permission denied|input\/output|stale|too large/i;
const MAX_SHOWN_CHARS = 600;

/** What ripgrep said about files that it could not search. */
export interface Complaints {
  readonly unreadable: number;
  readonly warnings: readonly string[];
}

function pathComplaints(errors: string): readonly string[] {
  return errors.split('\n').flatMap((line) => ABOUT_A_PATH.exec(line)?.[1]?.replace(/ \(os error \d+\)$/, '') ?? []);
}

/**
 * Tells a search that did not start from one that left files out.
 * @param answered whether anything was printed: then the search ran
 * @throws BuiltInFailure `invalid_regex`, `limit` or `internal`
 */
export function readComplaints(exit: RipgrepExit, answered: boolean): Complaints {
  if (exit.tooMuchMemory) {
    throw new BuiltInFailure(
      'limit',
      'The search needs too much memory: a file has a very long line with very many matches.',
      'Search other files with path or include, or a pattern that is more specific.',
    );
  }
  const complaints = pathComplaints(exit.errors);
  if (!answered && exit.code !== 0 && exit.code !== 1 && complaints.length === 0) {
    const text = exit.errors.replaceAll(/^rg: /gm, '').trim().slice(0, MAX_SHOWN_CHARS);
    if (!ABOUT_THE_PATTERN.test(text)) throw new BuiltInFailure('internal', 'The search program failed.');
    throw new BuiltInFailure('invalid_regex', text);
  }
  const warnings = new SearchWarnings();
  for (const complaint of complaints) warnings.add(complaint);
  return { unreadable: complaints.filter((text) => NOT_READ.test(text)).length, warnings: warnings.list() };
}
