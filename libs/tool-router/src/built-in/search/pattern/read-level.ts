import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isIgnored, type IgnoreLevel } from './ignore-level.js';
import { readIgnoreRules } from './ignore-rules.js';

/** The name of the files with ignore rules. */
export const IGNORE_FILE = '.gitignore';
const MAX_IGNORE_BYTES = 1_000_000;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function readSmallFile(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, FLAGS);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= MAX_IGNORE_BYTES ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/**
 * Adds the rules of a folder's own `.gitignore` to those of the folders around it.
 * @param folder from the anchor: empty, or with `/` at its end
 */
export function readLevel(anchor: string, folder: string, above: IgnoreLevel | undefined): IgnoreLevel | undefined {
  const text = readSmallFile(`${anchor}/${folder}${IGNORE_FILE}`);
  const rules = text === undefined ? [] : readIgnoreRules(text);
  return rules.length === 0 ? above : { rules, folder, ...(above === undefined ? {} : { above }) };
}

/**
 * The rules that hold around a target which was named, without those of the target's own folder.
 * None where they would leave the target itself out: what is named is searched.
 * @param target from the anchor, with `/`; empty for the anchor itself
 */
export function levelAround(anchor: string, target: string): IgnoreLevel | undefined {
  let level: IgnoreLevel | undefined;
  let folder = '';
  for (const name of target.split('/').filter((part) => part !== '')) {
    level = readLevel(anchor, folder, level);
    if (isIgnored(level, folder + name, name, true)) return undefined;
    folder += `${name}/`;
  }
  return level;
}
