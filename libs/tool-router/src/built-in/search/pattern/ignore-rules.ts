import { compilePaths, type PathPattern } from './path-pattern.js';
import { compileSegment, type NameTest } from './segment-pattern.js';

interface Rule {
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
  /** Compares the name alone, at any depth … */
  readonly name?: NameTest;
  /** … or only in the folder of the ignore file … */
  readonly here?: boolean;
  /** … or the path from the folder of the ignore file. */
  readonly path?: PathPattern;
}

/** The rules of one `.gitignore`, the last one first, because the last one that matches decides. */
export type IgnoreRules = readonly Rule[];

function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end--;
  return line.slice(0, end);
}

function readRule(line: string): Rule | undefined {
  let text = withoutBlanksAtEnd(line.endsWith('\r') ? line.slice(0, -1) : line);
  if (text === '' || text.startsWith('#')) return undefined;
  const keeps = text.startsWith('!');
  if (keeps) text = text.slice(1);
  const foldersOnly = text.endsWith('/');
  if (foldersOnly) text = text.slice(0, -1);
  const rooted = text.startsWith('/');
  if (rooted) text = text.slice(1);
  if (text.includes('/')) {
    const path = compilePaths([text]);
    return path === undefined ? undefined : { keeps, foldersOnly, path };
  }
  const name = text === '' ? undefined : compileSegment(text);
  // Two stars alone stand for everything below, wherever they are rooted.
  const here = rooted && text !== '**';
  return name === undefined ? undefined : { keeps, foldersOnly, here, name };
}

/** Reads the text of a `.gitignore`; a line that is no valid rule matches nothing, as in git. */
export function readIgnoreRules(text: string): IgnoreRules {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  return lines.flatMap((line) => readRule(line) ?? []).toReversed();
}

/** What a rule list says about an entry: left out, kept against rules further up, or nothing. */
export function decideIgnored(
  rules: IgnoreRules,
  pathFromRules: string,
  name: string,
  isFolder: boolean,
): boolean | undefined {
  for (const rule of rules) {
    if (rule.foldersOnly && !isFolder) continue;
    if (rule.here === true && name.length !== pathFromRules.length) continue;
    if (rule.name?.(name) === true || rule.path?.matchesPath(pathFromRules) === true) return !rule.keeps;
  }
  return undefined;
}
