import { decideIgnored, type IgnoreRules } from './ignore-rules.js';

/** The ignore rules of a folder and, through `above`, of the folders around it. */
export interface IgnoreLevel {
  readonly rules: IgnoreRules;
  /** The folder from the place where the walk is anchored: empty, or with `/` at its end. */
  readonly folder: string;
  readonly above?: IgnoreLevel;
}

/**
 * Whether an entry is left out: the deepest folder that has something to say decides.
 * Entries inside an ignored folder are not asked for: the walk does not go there.
 * @param path from the anchor, with `/`
 */
export function isIgnored(level: IgnoreLevel | undefined, path: string, name: string, isFolder: boolean): boolean {
  for (let at = level; at !== undefined; at = at.above) {
    const decided = decideIgnored(at.rules, path.slice(at.folder.length), name, isFolder);
    if (decided !== undefined) return decided;
  }
  return false;
}
