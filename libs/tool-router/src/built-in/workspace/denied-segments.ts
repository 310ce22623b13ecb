const GIT_SHORT_NAME = 'git~1';

/** Characters that some file systems drop from names when they compare them (the set that git itself guards against). */
const IGNORED_IN_NAMES = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * A name as the least particular file system reads it: without case, ignored characters, stream suffix and trailing
 * dots and blanks. A workspace may be shared with a machine that has such a file system.
 */
function foldName(segment: string): string {
  const folded = segment.replace(IGNORED_IN_NAMES, '').toLowerCase();
  const name = folded.split(':', 1)[0] ?? '';
  return name.replace(/[. ]+$/, '');
}

/** The first segment that may not be written (`.git` or one of `denied`), as it is spelled, or undefined. */
export function deniedSegment(segments: readonly string[], denied: readonly string[]): string | undefined {
  const names = new Set(['.git', GIT_SHORT_NAME, ...denied.map(foldName)]);
  names.delete(''); // A blank entry of the configuration protects nothing.
  return segments.find((segment) => names.has(foldName(segment)));
}
