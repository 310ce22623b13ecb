import type { FileTest } from '../include-filter.js';
import { isIgnored, type IgnoreLevel } from '../pattern/ignore-level.js';
import { levelAround, readLevel } from '../pattern/read-level.js';

/** The ignore rules around a target. */
export interface ParentRules {
  readonly accepts: FileTest;
  /** Whether the anchor's own file is the only one. */
  readonly onlyAnchor: boolean;
}

/**
 * Applies the ignore rules of the folders around a target, which ripgrep does not look at: they would reach beyond
 * the workspace. Undefined where there are none.
 * @param target a folder from the anchor, with `/`
 */
export function parentFilter(anchor: string, target: string): ParentRules | undefined {
  const around = levelAround(anchor, target);
  if (around === undefined) return undefined;
  /** The rules inside each folder, or null for a folder that is left out. */
  const known = new Map<string, IgnoreLevel | undefined | null>();
  const levelOf = (folder: string): IgnoreLevel | undefined | null => {
    if (known.has(folder)) return known.get(folder);
    let level: IgnoreLevel | undefined | null = around;
    if (folder !== target) {
      const cut = folder.lastIndexOf('/');
      level = levelOf(folder.slice(0, Math.max(0, cut)));
      if (level !== null && isIgnored(level, folder, folder.slice(cut + 1), true)) level = null;
    }
    if (level !== null) level = readLevel(anchor, `${folder}/`, level);
    known.set(folder, level);
    return level;
  };
  const accepts: FileTest = (path) => {
    const cut = path.lastIndexOf('/');
    const level = levelOf(path.slice(0, cut));
    return level !== null && !isIgnored(level, path, path.slice(cut + 1), false);
  };
  return { accepts, onlyAnchor: around.folder === '' };
}
