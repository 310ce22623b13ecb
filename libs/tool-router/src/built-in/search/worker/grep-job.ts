import type { GrepFindings, GrepRow, GrepSearch } from '../grep-search.js';
import { includeFilter } from '../include-filter.js';
import { PRUNED_FOLDERS } from '../pruned-folders.js';
import { SearchWarnings } from '../search-warnings.js';
import { compileMatcher } from './compile-matcher.js';
import { matchLines, rowFor } from './line-matches.js';
import { MAX_FILE_BYTES, readText } from './read-text.js';
import { walkFiles } from './walk-files.js';

/**
 * Runs a search for lines; blocking, for a worker thread.
 * @throws PatternProblem
 */
export function runGrep(search: GrepSearch): GrepFindings {
  const { anchor, target, mode, wanted } = search;
  const matcher = compileMatcher(search.pattern, search);
  const includes = includeFilter(search.include, target);
  const pruned = new Set(PRUNED_FOLDERS);
  const warnings = new SearchWarnings();
  const rows: GrepRow[] = [];
  let filesSearched = 0;
  let binary = 0;
  let tooLarge = 0;
  let unreadable = 0;

  const addUnreadable = (path: string): void => {
    unreadable++;
    warnings.add(`${path === '' ? '.' : path} cannot be read.`);
  };

  const collect = (file: string, text: string): void => {
    let count = 0;
    for (const found of matchLines(text, matcher, search.multiline)) {
      count++;
      if (mode === 'content') rows.push(rowFor(file, text, found, search));
      if (mode === 'files' || (mode === 'content' && rows.length >= wanted)) break;
    }
    if (count > 0 && mode !== 'content') rows.push(mode === 'count' ? { file, count } : { file });
  };

  const searchFile = (file: string): boolean => {
    if (!includes(file)) return true;
    const read = readText(`${anchor}/${file}`);
    if (read.kind === 'unreadable') addUnreadable(file);
    else if (read.kind === 'tooLarge') {
      tooLarge++;
      warnings.add(`${file} is larger than ${MAX_FILE_BYTES} bytes and was not searched.`);
    } else {
      filesSearched++;
      if (!matcher.test(read.text)) return true;
      if (read.kind === 'text') collect(file, read.text);
      else {
        binary++;
        warnings.addBinary(file);
      }
    }
    return rows.length < wanted;
  };

  if (search.targetIsFile) searchFile(target);
  else {
    walkFiles<true>(
      { anchor, folder: target, state: true, sorted: true },
      {
        enter: (_, name) => (pruned.has(name) ? undefined : true),
        file: (_, name, path) => pruned.has(name) || searchFile(path),
        unreadable: addUnreadable,
      },
    );
  }
  const complete = rows.length < wanted;
  return {
    rows,
    ...(complete ? { filesSearched } : {}),
    skipped: { binary, tooLarge, unreadable },
    warnings: warnings.list(),
  };
}
