import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { BuiltInFailure } from '../built-in-failure.js';
import { ioFailure } from './io-failure.js';
import { descriptorPath } from './pinned-folder.js';

/** No link at the end, and no waiting for the other end of a pipe: a blocked open is out of reach of any time limit. */
const OPEN_TO_READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** An open regular file. */
export interface RegularFile {
  readonly handle: FileHandle;
  readonly stat: BigIntStats;
}

/** What tells one state of a file from another. */
export interface FileStamp {
  readonly device: bigint;
  readonly inode: bigint;
  readonly size: bigint;
  readonly modifiedNs: bigint;
  readonly changedNs: bigint;
}

export function stampOf(stat: BigIntStats): FileStamp {
  return { device: stat.dev, inode: stat.ino, size: stat.size, modifiedNs: stat.mtimeNs, changedNs: stat.ctimeNs };
}

/** @throws BuiltInFailure `is_directory` or `not_regular` unless it is a regular file */
export function requireRegular(stat: BigIntStats, shown: string): void {
  if (stat.isDirectory()) {
    throw new BuiltInFailure('is_directory', `${shown} is a directory, not a file.`, 'Find the files in it with glob.');
  }
  if (!stat.isFile())
    throw new BuiltInFailure('not_regular', `${shown} is not a regular file (a pipe, socket or device).`);
}

/** Whether an open file is the one at a real path, which no link may lead to. */
async function isAt(real: string, { handle, stat }: RegularFile): Promise<boolean> {
  const place = await descriptorPath(handle);
  // A file that was replaced since it was opened keeps its old path, with a mark of the kernel's.
  if (place !== undefined) return place === real || place === `${real} (deleted)`;
  try {
    const now = await lstat(real, { bigint: true });
    return now.ino === stat.ino && now.dev === stat.dev && (await realpath(real)) === real;
  } catch {
    return false;
  }
}

/**
 * Opens a file for reading and runs `work` with it; the descriptor is closed afterwards.
 * @param real a real path from the guard
 * @param shown the path in messages
 * @throws BuiltInFailure `not_found`, `is_directory`, `not_regular`, `stale`, …
 */
export async function withRegularFile<T>(
  real: string,
  shown: string,
  work: (file: RegularFile) => Promise<T>,
): Promise<T> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(real, OPEN_TO_READ);
    const stat = await handle.stat({ bigint: true });
    requireRegular(stat, shown);
    const file = { handle, stat };
    if (!(await isAt(real, file))) {
      throw new BuiltInFailure('stale', `${shown} was moved or replaced while it was opened.`, 'Try again.');
    }
    return await work(file);
  } catch (error) {
    throw ioFailure(error, shown);
  } finally {
    await handle?.close();
  }
}
