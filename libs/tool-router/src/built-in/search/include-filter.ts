import { compilePaths } from './pattern/path-pattern.js';

/** Tells whether a file, by its path from the anchor, is to be searched. */
export type FileTest = (path: string) => boolean;

/** The test for an `include`: its globs were checked, so that they compile. */
export function includeFilter(include: readonly string[] | undefined, target: string): FileTest {
  const paths = include === undefined ? undefined : compilePaths(include);
  if (paths === undefined) return () => true;
  const inTarget = target === '' ? 0 : target.length + 1;
  return (path) => paths.matchesPath(path) || (inTarget > 0 && paths.matchesPath(path.slice(inTarget)));
}
