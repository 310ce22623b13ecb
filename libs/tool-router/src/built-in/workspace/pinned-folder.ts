import { constants } from 'node:fs';
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BuiltInFailure } from '../built-in-failure.js';

const OPEN_FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A folder that stays the same one while work is done in it, whatever happens to its name. */
export interface PinnedFolder {
  /** The path of an entry, for calls that do not outlive the pin. */
  at(name: string): string;
  /** Whether the folder is still where it was when it was pinned. */
  isInPlace(): Promise<boolean>;
}

/** Where the kernel says that an open file or folder is, or undefined where it does not say. */
export async function descriptorPath(handle: FileHandle): Promise<string | undefined> {
  return readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
}

function replaced(): never {
  throw new BuiltInFailure(
    'stale',
    'A folder on the way to the file was replaced during the call.',
    'Nothing was written. Try again.',
  );
}

/** Where folders cannot be pinned, their name is used, and compared with the real path before and after. */
async function byName(real: string): Promise<PinnedFolder> {
  const isInPlace = async (): Promise<boolean> => (await realpath(real).catch(() => undefined)) === real;
  if (!(await isInPlace())) replaced();
  return { at: (name) => join(real, name), isInPlace };
}

async function pin(real: string, handle: FileHandle): Promise<PinnedFolder> {
  const place = await descriptorPath(handle);
  if (place === undefined) return byName(real);
  if (place !== real) replaced();
  return {
    at: (name) => `/proc/self/fd/${handle.fd}/${name}`,
    isInPlace: async () => (await descriptorPath(handle)) === real,
  };
}

async function openFolder(real: string): Promise<FileHandle> {
  try {
    return await open(real, OPEN_FOLDER);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'ENOTDIR') replaced();
    throw error;
  }
}

/**
 * Opens a folder, makes sure that it is the one at `real`, and runs `work` with it.
 * On Linux entries are addressed through the descriptor, so swapping the folder or one above it for a link has no effect.
 * @param real a real path from the guard
 * @throws BuiltInFailure `stale` where the path leads elsewhere by now
 */
export async function withPinnedFolder<T>(real: string, work: (folder: PinnedFolder) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') return work(await byName(real));
  const handle = await openFolder(real);
  try {
    return await work(await pin(real, handle));
  } finally {
    await handle.close();
  }
}
