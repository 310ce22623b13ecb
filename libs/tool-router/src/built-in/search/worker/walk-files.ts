import { readdirSync, type Dirent } from 'node:fs';
import { isIgnored, type IgnoreLevel } from '../pattern/ignore-level.js';
import { comparePaths } from '../pattern/path-order.js';
import { IGNORE_FILE, levelAround, readLevel } from '../pattern/read-level.js';
import { KERNEL_FOLDERS } from '../pruned-folders.js';

/** What a walk does at the entries it meets. `S` is what is known inside a folder. */
export interface FileVisitor<S> {
  /** The state inside the folder `name`, or undefined to leave the folder out. */
  enter(state: S, name: string): S | undefined;
  /** Takes a regular file; answers false to end the walk. `path` is from the anchor, with `/`. */
  file(state: S, name: string, path: string): boolean;
  /** Takes an entry that ignore rules leave out. */
  ignored?(state: S, name: string, isFolder: boolean): void;
  /** Takes a folder that cannot be read. */
  unreadable(path: string, state: S): void;
}

/** Where a walk starts and how it goes. */
export interface WalkStart<S> {
  readonly anchor: string;
  /** From the anchor; empty for the anchor itself. */
  readonly folder: string;
  readonly state: S;
  /** In the order of paths; otherwise as the disk has them, which is cheaper. */
  readonly sorted: boolean;
}

/**
 * Visits the regular files below a folder. Links are neither followed nor reported, so that the walk stays inside and ends.
 * Works with blocking calls: for a worker thread only.
 */
export function walkFiles<S>(start: WalkStart<S>, visitor: FileVisitor<S>): void {
  const { anchor, sorted } = start;

  const list = (folder: string, state: S): readonly Dirent[] => {
    try {
      const entries = readdirSync(`${anchor}/${folder}`, { withFileTypes: true });
      return sorted ? entries.toSorted((a, b) => comparePaths(a.name, b.name)) : entries;
    } catch {
      visitor.unreadable(folder.slice(0, -1), state);
      return [];
    }
  };

  const visit = (folder: string, state: S, above: IgnoreLevel | undefined): boolean => {
    const entries = list(folder, state);
    const hasRules = entries.some((entry) => entry.name === IGNORE_FILE && entry.isFile());
    const level = hasRules ? readLevel(anchor, folder, above) : above;
    for (const entry of entries) {
      const { name } = entry;
      const path = folder + name;
      if (entry.isFile()) {
        if (level !== undefined && isIgnored(level, path, name, false)) visitor.ignored?.(state, name, false);
        else if (!visitor.file(state, name, path)) return false;
      } else if (entry.isDirectory()) {
        const inner = visitor.enter(state, name);
        if (inner === undefined || (anchor === '/' && KERNEL_FOLDERS.includes(`/${path}`))) continue;
        if (level !== undefined && isIgnored(level, path, name, true)) visitor.ignored?.(state, name, true);
        else if (!visit(`${path}/`, inner, level)) return false;
      }
    }
    return true;
  };

  const folder = start.folder === '' ? '' : `${start.folder}/`;
  visit(folder, start.state, levelAround(anchor, start.folder));
}
