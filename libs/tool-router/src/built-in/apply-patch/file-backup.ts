import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, lstat, readlink, rename, symlink, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { BuiltInFailure } from '../built-in-failure.js';
import { withPinnedFolder, type PinnedFolder } from '../workspace/pinned-folder.js';
import { stampOf, type FileStamp } from '../workspace/regular-file.js';
import type { DiskEntry } from './disk-entry.js';

/** A second name for a file, from which it can be put back as it was. */
export interface FileBackup {
  /** Where the bytes are meanwhile; undefined for a link. */
  readonly place?: string;
  /** The state of the file now that it has a backup. */
  readonly stamp: FileStamp;
  /** Puts the file back and drops the backup. */
  restore(): Promise<void>;
  /** Drops the backup. */
  discard(): Promise<void>;
}

function requireUnchanged(planned: FileStamp | undefined, now: FileStamp): void {
  if (
    planned?.device === now.device &&
    planned.inode === now.inode &&
    planned.size === now.size &&
    planned.modifiedNs === now.modifiedNs
  ) {
    return;
  }
  throw new BuiltInFailure('stale', 'The file was changed by somebody else during the call.', 'Read it again.');
}

async function ignoreMissing(work: Promise<void>): Promise<void> {
  await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function backUpLink(target: string, stamp: FileStamp): Promise<FileBackup> {
  const text = await readlink(target);
  const putBack = (): Promise<void> =>
    symlink(text, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error; // It never went away.
    });
  return { stamp, restore: putBack, discard: () => Promise.resolve() };
}

/**
 * Gives a file a second name beside it (a copy where the file system has no hard links).
 * @param planned what the plan was made for
 * @param folder the file's folder; the backup lives no longer than the pin
 * @throws BuiltInFailure `stale` where the file is not in that state any more, and file system errors
 */
export async function backUpFile(real: string, planned: DiskEntry, folder: PinnedFolder): Promise<FileBackup> {
  const target = folder.at(basename(real));
  const place = folder.at(`.${randomBytes(12).toString('hex')}.tmp`);
  const stat = await lstat(target, { bigint: true });
  requireUnchanged(planned.stamp, stampOf(stat));
  if (stat.isSymbolicLink()) return backUpLink(target, stampOf(stat));
  await link(target, place).catch(() => copyFile(target, place, constants.COPYFILE_EXCL));
  const discard = (): Promise<void> => ignoreMissing(unlink(place));
  const restore = async (): Promise<void> => {
    await rename(place, target);
    await discard(); // Renaming one name of a file to another name of it does nothing.
  };
  return { place, stamp: stampOf(await lstat(target, { bigint: true })), restore, discard };
}

/**
 * Creates a file from a backup: the same file under a new name, or a copy where that is not possible.
 * @param real a real path from the guard, whose folder exists
 * @throws file system errors, `EEXIST` among them
 */
export async function createFromBackup(real: string, place: string): Promise<void> {
  await withPinnedFolder(dirname(real), async (folder) => {
    const target = folder.at(basename(real));
    await link(place, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      return copyFile(place, target, constants.COPYFILE_EXCL); // Another device, or no hard links.
    });
  });
}
