import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { segmentsBelow } from './path-containment.js';

const MAX_LINKS = 40;

/** Where a path really leads, or how far it could be followed. */
export interface LinkWalk {
  /** The real path, or the real place where the walk stopped. */
  readonly real: string;
  /** `missing`: nothing there yet, and no link is to blame. The others are refusals, never "a new file". */
  readonly end: 'exists' | 'missing' | 'dangling' | 'loop' | 'not_directory' | 'too_long' | 'unreadable';
}

interface Step {
  readonly name: string;
  readonly fromLink: boolean;
}

const PROBLEMS: Readonly<Record<string, LinkWalk['end']>> = {
  ENOENT: 'missing',
  ENOTDIR: 'not_directory',
  ENAMETOOLONG: 'too_long',
};

async function inspect(path: string): Promise<'link' | 'directory' | 'file' | LinkWalk['end']> {
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) return 'link';
    return stat.isDirectory() ? 'directory' : 'file';
  } catch (error) {
    return PROBLEMS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'unreadable';
  }
}

/**
 * Follows every link of `path` by hand, name by name, below `start`, which is a real folder.
 * By hand, because the place of a failure must be known: what happens outside the roots may not be told apart.
 */
export async function resolveLinks(start: string, path: string): Promise<LinkWalk> {
  const steps: Step[] = segmentsBelow(start, path).map((name) => ({ name, fromLink: false }));
  let current = start;
  for (let links = 0, step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (step.name === '..') {
      current = dirname(current);
      continue;
    }
    const next = join(current, step.name);
    const found = await inspect(next);
    if (found === 'link') {
      if (++links > MAX_LINKS) return { real: next, end: 'loop' };
      const target = await readlink(next).catch(() => undefined);
      if (target === undefined) return { real: next, end: 'unreadable' };
      if (isAbsolute(target)) current = parse(target).root;
      const names = target.split(sep).filter((name) => name !== '' && name !== '.');
      steps.unshift(...names.map((name) => ({ name, fromLink: true })));
    } else if (found === 'directory' || (found === 'file' && steps.length === 0)) {
      current = next;
    } else if (found === 'missing' && !step.fromLink) {
      return { real: join(next, ...steps.map((rest) => rest.name)), end: 'missing' };
    } else if (found === 'missing') {
      return { real: next, end: 'dangling' };
    } else {
      return { real: next, end: found === 'file' ? 'not_directory' : found };
    }
  }
  return { real: current, end: 'exists' };
}
