import { lstatSync, realpathSync } from 'node:fs';
import { FirstSorted } from '../pattern/first-sorted.js';
import { compilePaths, type PatternState } from '../pattern/path-pattern.js';
import { comparePaths } from '../pattern/path-order.js';
import { PRUNED_FOLDERS } from '../pruned-folders.js';
import { walkFiles } from './walk-files.js';
import { enterShared, startOfShare, type SharedFolder, type WalkShare } from './walk-share.js';

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
  readonly share: WalkShare;
}

/** A file that was found. */
export interface FoundFile {
  /** From the anchor, with `/`. */
  readonly path: string;
  readonly changedMs: number;
}

/** What a search for files, or a share of it, found. */
export interface GlobFindings {
  /** The newest first, then by path; at most as many as were wanted. */
  readonly files: readonly FoundFile[];
  /** All files that match. */
  readonly total: number;
  /** Matching files, and folders that could hold some, which ignore rules leave out. */
  readonly ignored: number;
  /** Folders and files that cannot be read. */
  readonly unreadable: number;
}

interface Folder {
  readonly at: PatternState;
  readonly shared: SharedFolder;
}

/** The order of found files. */
export function newestFirst(a: FoundFile, b: FoundFile): number {
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
  const { anchor, folder, globs, wanted, share } = search;
  const pattern = compilePaths(globs);
  if (pattern === undefined) return { files: [], total: 0, ignored: 0, unreadable: 0 };
  const named = new Set(globs.flatMap((glob) => glob.split('/')));
  const pruned = new Set(PRUNED_FOLDERS.filter((name) => !named.has(name)));
  const first = new FirstSorted<FoundFile>(wanted, newestFirst);
  let total = 0;
  let ignored = 0;
  let unreadable = 0;
  walkFiles<Folder>(
    { anchor, folder, state: { at: pattern.start, shared: startOfShare(share) }, sorted: false },
    {
      enter: (state, name) => {
        if (pruned.has(name)) return undefined;
        const at = pattern.enter(state.at, name);
        const shared = at.length === 0 ? undefined : enterShared(share, state.shared, name);
        return shared === undefined ? undefined : { at, shared };
      },
      file: (state, name, path) => {
        if (!state.shared.mine || !pattern.matches(state.at, name) || pruned.has(name)) return true;
        const stat = lstatSync(`${anchor}/${path}`, { throwIfNoEntry: false });
        if (stat?.isFile() !== true) unreadable++;
        else {
          total++;
          first.add({ path, changedMs: stat.mtimeMs });
        }
        return true;
      },
      ignored: (state, name, isFolder) => {
        if (state.shared.mine && (isFolder || pattern.matches(state.at, name))) ignored++;
      },
      unreadable: (_, state) => {
        if (state.shared.mine) unreadable++;
      },
    },
  );
  const files = first.entries().filter((found) => staysInside(anchor, found.path));
  return { files, total, ignored, unreadable };
}
