import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { withPinnedFolder } from './pinned-folder.js';

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function makeFolder(path: string): Promise<boolean> {
  return withPinnedFolder(dirname(path), async (parent) => {
    try {
      await mkdir(parent.at(basename(path)));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}

/**
 * Creates the missing folders above a file, one by one, each inside the folder that was checked before it.
 * @param real a real path from the guard
 * @returns the folders that this call created, outermost first, for `removeFolders` when the call fails later
 * @throws BuiltInFailure `stale` where a folder on the way was replaced by a link, and file system errors
 */
export async function makeParents(real: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let folder = dirname(real); !(await isThere(folder)); folder = dirname(folder)) missing.unshift(folder);
  const created: string[] = [];
  try {
    for (const folder of missing) if (await makeFolder(folder)) created.push(folder);
  } catch (error) {
    await removeFolders(created);
    throw error;
  }
  return created;
}

/** Removes folders that `makeParents` created, as far as they are empty. */
export async function removeFolders(created: readonly string[]): Promise<void> {
  for (const folder of created.toReversed()) {
    await withPinnedFolder(dirname(folder), (parent) => rmdir(parent.at(basename(folder)))).catch(() => undefined);
  }
}
