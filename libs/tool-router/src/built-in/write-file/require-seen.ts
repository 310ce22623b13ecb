import { BuiltInFailure } from '../built-in-failure.js';
import type { GuardedPath } from '../workspace/path-guard.js';
import { stampOf, withRegularFile, type FileStamp } from '../workspace/regular-file.js';
import { digestOf, type SeenFiles } from '../workspace/seen-files.js';

/**
 * Makes sure that a file has the content that the session saw last; a session that saw none may overwrite it.
 * @param maxBytes of a file whose content is remembered at all
 * @returns the state that was checked, for `replaceFile`
 * @throws BuiltInFailure `stale`
 */
export async function requireSeen(
  { real, shown }: GuardedPath,
  seen: SeenFiles | undefined,
  maxBytes: number,
): Promise<FileStamp | undefined> {
  const known = seen?.digestOf(real);
  if (known === undefined) return undefined;
  return withRegularFile(real, shown, async ({ handle, stat }) => {
    if (stat.size <= BigInt(maxBytes) && digestOf(await handle.readFile()) === known) return stampOf(stat);
    throw new BuiltInFailure(
      'stale',
      `${shown} has changed since you last read or wrote it. Nothing was written.`,
      'Read it again, then write, or use edit, which works on the file as it is.',
    );
  });
}
