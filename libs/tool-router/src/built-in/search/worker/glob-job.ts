import { lstatSync, realpathSync } from 'node:fs';
import { FirstSorted } from '../pattern/first-sorted.js';
import { compilePaths, type PatternState } from '../pattern/path-pattern.js';
import { comparePaths } from '../pattern/path-order.js';
import { PRUNED_FOLDERS } from '../pruned-folders.js';
import { walkFiles } from './walk-files.js';

/** A search for files by name, as a worker takes it. */
export interface GlobSearch {
  /** Absolute real folder whose ignore files are the outermost ones that count. */
  readonly anchor: string;
  /** Where the globs start, from the anchor; empty for the anchor itself. */
  readonly folder: string;
  /** Without braces; they were checked, so that they compile. */
  readonly globs: readonly string[];
  /** Files to find, from the newest. */
  readonly wanted: number;
}

/** What a search for files found. */
export interface GlobFindings {
  /** From the anchor, with `/`; the newest first, then by path; at most as many as were wanted. */
  readonly files: readonly string[];
  /** All files that match. */
  readonly total: number;
  /** Matching files, and folders that could hold some, which ignore rules leave out. */
  readonly ignored: number;
  /** Folders and files that cannot be read. */
  readonly unreadable: number;
}

interface Found {
  readonly path: string;
  readonly changedMs: number;
}

function newestFirst(a: Found, b: Found): number {
  return b.changedMs - a.changedMs || comparePaths(a.path, b.path);
}

/** Whether a file is still where the walk saw it, not behind a link that was put in between. */
function staysInside(anchor: string, path: string): boolean {
  const expected = anchor === '/' ? `/${path}` : `${anchor}/${path}`;
  try {
    return realpathSync.native(expected) === expected;
  } catch {
    return false;
  }
}

/** Runs a search for files; blocking, for a worker thread. */
export function runGlob(search: GlobSearch): GlobFindings {
  const { anchor, folder, globs, wanted } = search;
  const pattern = compilePaths(globs);
  if (pattern === undefined) return { files: [], total: 0, ignored: 0, unreadable: 0 };
  const named = new Set(globs.flatMap((glob) => glob.split('/')));
  const pruned = new Set(PRUNED_FOLDERS.filter((name) => !named.has(name)));
  const first = new FirstSorted<Found>(wanted, newestFirst);
  let total = 0;
  let ignored = 0;
  let unreadable = 0;
  walkFiles<PatternState>(
    { anchor, folder, state: pattern.start, sorted: false },
    {
      enter: (state, name) => {
        if (pruned.has(name)) return undefined;
        const inner = pattern.enter(state, name);
        return inner.length === 0 ? undefined : inner;
      },
      file: (state, name, path) => {
        if (!pattern.matches(state, name) || pruned.has(name)) return true;
        const stat = lstatSync(`${anchor}/${path}`, { throwIfNoEntry: false });
        if (stat?.isFile() !== true) unreadable++;
        else {
          total++;
          first.add({ path, changedMs: stat.mtimeMs });
        }
        return true;
      },
      ignored: (state, name, isFolder) => {
        if (isFolder || pattern.matches(state, name)) ignored++;
      },
      unreadable: () => {
        unreadable++;
      },
    },
  );
  const files = first.entries().map((found) => found.path);
  return { files: files.filter((path) => staysInside(anchor, path)), total, ignored, unreadable };
}
