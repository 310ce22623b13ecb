import { dirname } from 'node:path';
import { withPinnedFolder, type PinnedFolder } from '../workspace/pinned-folder.js';
import { namedFailure } from './named-failure.js';

/** The folder of each of some files, by the real path of the folder. */
export type PinnedFolders = ReadonlyMap<string, PinnedFolder>;

/**
 * Keeps the folders of several files pinned while work is done on them, so that it can be taken back in the same
 * folders whatever happens to their names meanwhile.
 * @param reals real paths of files
 * @param shownAs the name of a real path in messages
 * @throws BuiltInFailure `stale`, `not_found`, … where a folder is not there any more
 */
export async function withPinnedFolders<T>(
  reals: readonly string[],
  shownAs: (real: string) => string,
  work: (folders: PinnedFolders) => Promise<T>,
): Promise<T> {
  const byFolder = new Map(reals.map((real) => [dirname(real), real]));
  const pinned = new Map<string, PinnedFolder>();
  const missing = [...byFolder];
  const pinNext = async (): Promise<T> => {
    const next = missing.pop();
    if (next === undefined) return work(pinned);
    const [folder, real] = next;
    try {
      return await withPinnedFolder(folder, (found) => {
        pinned.set(folder, found);
        return pinNext();
      });
    } catch (error) {
      throw pinned.has(folder) ? error : namedFailure(error, shownAs(real));
    }
  };
  return pinNext();
}
