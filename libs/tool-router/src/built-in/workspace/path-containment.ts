import { join, relative, sep } from 'node:path';

/** Whether `path` is `folder` or below it; both absolute and normalised. A name that merely begins alike is outside. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The names between `folder` and `path`, which is inside it; none where they are equal. */
export function segmentsBelow(folder: string, path: string): readonly string[] {
  return relative(folder, path)
    .split(sep)
    .filter((segment) => segment !== '');
}

/** Moves `path`, which is inside `from`, to the same place below `to`. */
export function rebase(path: string, from: string, to: string): string {
  return join(to, relative(from, path));
}
