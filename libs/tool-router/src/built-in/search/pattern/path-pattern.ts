import { compileSegment, type NameTest } from './segment-pattern.js';

const ANY_FOLDERS = '**';
const END = 'end';
type Node = NameTest | typeof ANY_FOLDERS | typeof END;

/** How far patterns have got after the folders that were walked so far; empty means that nothing below can match. */
export type PatternState = readonly number[];

/** Matches paths against several globs at once, a folder at a time, so that a walk leaves out what cannot match. */
export interface PathPattern {
  readonly start: PatternState;
  /** The state inside the folder `name`. */
  enter(state: PatternState, name: string): PatternState;
  /** Whether the file `name` in the folder of `state` matches. */
  matches(state: PatternState, name: string): boolean;
  /** Whether a whole relative path with `/` matches. */
  matchesPath(path: string): boolean;
}

function compileNodes(glob: string): Node[] | undefined {
  const nodes: Node[] = [];
  const segments = glob.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.at(-1) === ANY_FOLDERS) segments.push('*');
  for (const segment of segments) {
    if (segment === ANY_FOLDERS) {
      if (nodes.at(-1) !== ANY_FOLDERS) nodes.push(ANY_FOLDERS);
      continue;
    }
    const test = compileSegment(segment);
    if (test === undefined) return undefined;
    nodes.push(test);
  }
  return [...nodes, END];
}

/**
 * Compiles globs without braces: `**` as a whole segment stands for any number of folders, none included.
 * Names that begin with a dot are names like others; case counts.
 * @returns undefined where a bracket is never closed
 */
export function compilePaths(globs: readonly string[]): PathPattern | undefined {
  const nodes: Node[] = [];
  const starts: number[] = [];
  for (const glob of globs) {
    const compiled = compileNodes(glob);
    if (compiled === undefined) return undefined;
    starts.push(nodes.length);
    nodes.push(...compiled);
  }

  // Which step put a node into its state last: keeps a state free of doubles without looking through it.
  const reachedIn = new Uint32Array(nodes.length);
  let step = 1;
  const reach = (state: number[], node: number): void => {
    for (let at = node; reachedIn[at] !== step; at++) {
      reachedIn[at] = step;
      state.push(at);
      if (nodes[at] !== ANY_FOLDERS) return;
    }
  };
  const start: number[] = [];
  for (const node of starts) reach(start, node);

  const enter = (state: PatternState, name: string): PatternState => {
    step++;
    const next: number[] = [];
    for (const at of state) {
      const node = nodes[at];
      if (node === ANY_FOLDERS) reach(next, at);
      else if (typeof node === 'function' && node(name)) reach(next, at + 1);
    }
    return next;
  };
  const matches = (state: PatternState, name: string): boolean => {
    for (const at of state) {
      const node = nodes[at];
      if (typeof node === 'function' && nodes[at + 1] === END && node(name)) return true;
    }
    return false;
  };
  const matchesPath = (path: string): boolean => {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let state: PatternState = start;
    for (const name of names) {
      state = enter(state, name);
      if (state.length === 0) return false;
    }
    return matches(state, last);
  };
  return { start, enter, matches, matchesPath };
}
