import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { BuiltInFailure } from '../built-in-failure.js';
import { replaceFile } from './atomic-write.js';
import { withPinnedFolder } from './pinned-folder.js';
import { requireRegular, withRegularFile } from './regular-file.js';

const OPEN_TO_APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface AppendLimits {
  /** Bytes of a file with several hard links, which has to be copied. */
  readonly maxCopyBytes: number;
  /** The path in messages. */
  readonly shown: string;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, oldSize: number): Promise<void> {
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await handle.truncate(oldSize).catch(() => undefined);
    throw error;
  }
}

/** @returns false, with nothing written, where the file has further hard links */
async function appendInPlace(real: string, bytes: Uint8Array, shown: string): Promise<boolean> {
  return withPinnedFolder(dirname(real), async (folder) => {
    const handle = await open(folder.at(basename(real)), OPEN_TO_APPEND);
    try {
      const stat = await handle.stat({ bigint: true });
      requireRegular(stat, shown);
      if (stat.nlink > 1n) return false;
      await writeAll(handle, bytes, Number(stat.size));
      return true;
    } finally {
      await handle.close();
    }
  });
}

async function appendToCopy(real: string, bytes: Uint8Array, { maxCopyBytes, shown }: AppendLimits): Promise<void> {
  const old = await withRegularFile(real, shown, async ({ handle, stat }) => {
    if (stat.size <= BigInt(maxCopyBytes)) return handle.readFile();
    throw new BuiltInFailure(
      'too_large',
      `${shown} has several hard links and more than ${maxCopyBytes} bytes, so it cannot be appended to.`,
    );
  });
  await replaceFile(real, Buffer.concat([old, bytes]), { shown });
}

/**
 * Puts bytes at the end of a file, in place and without reading it. Never writes through a hard link: a file with
 * several is replaced by a copy. Where not all bytes could be written, none stay.
 * @param real a real path from the guard, of a regular file
 * @throws BuiltInFailure `is_directory`, `not_regular`, `too_large`, `stale`, and file system errors as Node throws them
 */
export async function appendFile(real: string, bytes: Uint8Array, limits: AppendLimits): Promise<void> {
  if (!(await appendInPlace(real, bytes, limits.shown))) await appendToCopy(real, bytes, limits);
}
