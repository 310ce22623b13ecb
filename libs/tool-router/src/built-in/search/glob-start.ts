import { lstat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { expandGlob, quoteGlob } from './glob-text.js';
import { findPlace, showBelow, type SearchPlace } from './search-place.js';

/** Where a glob starts to be a pattern. */
export interface GlobStart {
  readonly place: SearchPlace;
  /** What is left of the pattern after the names that exist as they are written; empty where all of it exists. */
  readonly rest: readonly string[];
}

function segmentsOf(pattern: string): readonly string[] {
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (!segments.includes('..')) return segments;
  throw new BuiltInFailure(
    'outside',
    `The argument pattern ${quoteGlob(pattern)} must not contain "..".`,
    'Set path to the folder to search in.',
  );
}

function isPlain(segment: string): boolean {
  return !/[*?[\]{}\\]/.test(segment);
}

function fileAsFolder({ shown }: SearchPlace): BuiltInFailure {
  return new BuiltInFailure(
    'validation',
    `The path ${JSON.stringify(shown)} is a file, not a directory.`,
    'Set path to a folder, or read the file with read_file.',
  );
}

/** Goes down as far as the names exist, so that `app/[id]/*.ts` finds the folder of that very name. */
async function goDown(
  start: SearchPlace,
  segments: readonly string[],
  context: BuiltInToolContext,
): Promise<GlobStart> {
  let place = start;
  for (const [index, name] of segments.entries()) {
    const real = join(place.anchor, place.target, name);
    const stat = await lstat(real).catch(() => undefined);
    if (stat?.isDirectory() !== true && stat?.isFile() !== true && stat?.isSymbolicLink() !== true) {
      return { place, rest: segments.slice(index) };
    }
    const path = showBelow(place, place.target === '' ? name : `${place.target}/${name}`);
    // Also where the name is no link: the guard has the last word about every place.
    place = await findPlace(path, context);
    if (place.isFile) {
      if (index + 1 === segments.length) return { place, rest: [] };
      throw fileAsFolder(place);
    }
  }
  return { place, rest: [] };
}

/**
 * Finds the folder that a glob starts in.
 * @throws BuiltInFailure
 */
export async function findGlobStart(pattern: string, path: string, context: BuiltInToolContext): Promise<GlobStart> {
  const segments = segmentsOf(pattern);
  if (!isAbsolute(pattern)) {
    const base = await findPlace(path, context);
    if (base.isFile) throw fileAsFolder(base);
    return goDown(base, segments, context);
  }
  const firstPattern = segments.findIndex((segment) => !isPlain(segment));
  const plain = firstPattern < 0 ? Math.max(0, segments.length - 1) : firstPattern;
  const base = await findPlace(resolve('/', ...segments.slice(0, plain)), context);
  return goDown(base, segments.slice(plain), context);
}

/** The globs for what is left of a pattern. */
export function globsOf(start: GlobStart): readonly string[] {
  return expandGlob('pattern', start.rest.join('/'));
}
