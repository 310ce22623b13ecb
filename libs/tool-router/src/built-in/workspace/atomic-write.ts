import { randomBytes } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { access, link, lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { BuiltInFailure } from '../built-in-failure.js';
import { withPinnedFolder, type PinnedFolder } from './pinned-folder.js';
import { requireRegular, stampOf, type FileStamp } from './regular-file.js';

/** What a replacement keeps and insists on. */
export interface ReplaceOptions {
  /** Permission bits; those of the file that is replaced where it is missing. */
  readonly mode?: number;
  /** Refuses with `stale` when the file is not in this state any more. */
  readonly unchangedSince?: FileStamp;
  /** The path in messages. */
  readonly shown?: string;
}

/** What a new file is given. */
interface FileAttributes {
  /** Permission bits while it is written. */
  readonly initialMode: number;
  /** Permission bits in the end, where they differ. */
  readonly mode?: number;
  /** Where the process may choose it. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return (Object.keys(a) as (keyof FileStamp)[]).every((key) => a[key] === b[key]);
}

async function fill(
  handle: FileHandle,
  bytes: Uint8Array,
  { mode, owner }: Omit<FileAttributes, 'initialMode'>,
): Promise<void> {
  try {
    await handle.writeFile(bytes);
    // Before the permissions, because a new owner takes special bits away.
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid).catch(() => undefined);
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the bytes beside their final place and lets `publish` put them there; nothing is left behind on failure. */
async function throughTemporary(
  folder: PinnedFolder,
  bytes: Uint8Array,
  attributes: FileAttributes,
  publish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = folder.at(`.${randomBytes(12).toString('hex')}.tmp`);
  const handle = await open(temporary, 'wx', attributes.initialMode);
  try {
    await fill(handle, bytes, attributes);
    await publish(temporary);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

async function requireInPlace(folder: PinnedFolder, undo: () => Promise<void>): Promise<void> {
  if (await folder.isInPlace()) return;
  await undo();
  throw new BuiltInFailure(
    'stale',
    'The folder was replaced while the file was written.',
    'Nothing was kept. Try again.',
  );
}

/** What there is to replace, once it is certain that it may be. */
async function requireReplaceable(
  target: string,
  { unchangedSince, shown = 'The file' }: ReplaceOptions,
): Promise<BigIntStats> {
  const stat = await lstat(target, { bigint: true });
  requireRegular(stat, shown);
  if (unchangedSince !== undefined && !sameStamp(unchangedSince, stampOf(stat))) {
    throw new BuiltInFailure('stale', `${shown} was changed by somebody else during the call.`, 'Read it again.');
  }
  await access(target, constants.W_OK).catch(() => {
    throw new BuiltInFailure('read_only', `${shown} is write-protected.`);
  });
  return stat;
}

/**
 * Replaces a file as a whole: whoever reads it sees the old or the new bytes. Permissions stay, and the owner where the
 * process may choose one. A hard link is broken, not written through; a link at the name is refused.
 * @param real a real path from the guard, of a regular file
 * @throws BuiltInFailure `stale`, `is_directory`, `not_regular`, `read_only`, and file system errors as Node throws them
 */
export async function replaceFile(real: string, bytes: Uint8Array, options: ReplaceOptions = {}): Promise<void> {
  await withPinnedFolder(dirname(real), async (folder) => {
    const target = folder.at(basename(real));
    const old = await requireReplaceable(target, options);
    const attributes: FileAttributes = {
      initialMode: 0o600,
      mode: options.mode ?? Number(old.mode) & 0o7777,
      ...(process.geteuid?.() === 0 ? { owner: { uid: Number(old.uid), gid: Number(old.gid) } } : {}),
    };
    await throughTemporary(folder, bytes, attributes, async (temporary) => {
      await requireReplaceable(target, options);
      await rename(temporary, target);
    });
    if (!(await folder.isInPlace())) {
      const where = `The folder of ${options.shown ?? 'the file'}`;
      throw new BuiltInFailure('stale', `${where} was replaced during the call.`, 'Read the file again.');
    }
  });
}

async function createDirectly(target: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const handle = await open(target, 'wx');
  try {
    await fill(handle, bytes, { mode });
  } catch (error) {
    await unlink(target).catch(() => undefined);
    throw error;
  }
}

/**
 * Creates a file as a whole; of two creators exactly one wins. Anything at the name, a link too, makes it fail.
 * @param real a real path from the guard, whose folder exists
 * @param mode permission bits; the process default where it is missing
 * @throws file system errors as Node throws them, `EEXIST` among them, and BuiltInFailure `stale`
 */
export async function createFile(real: string, bytes: Uint8Array, mode?: number): Promise<void> {
  await withPinnedFolder(dirname(real), async (folder) => {
    const target = folder.at(basename(real));
    await throughTemporary(folder, bytes, { initialMode: 0o666, mode }, async (temporary) => {
      try {
        await link(temporary, target);
        await unlink(temporary);
      } catch (error) {
        if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
        await createDirectly(target, bytes, mode);
        await unlink(temporary);
      }
    });
    await requireInPlace(folder, () => unlink(target).catch(() => undefined));
  });
}

/**
 * Removes a file (a link itself, never its target).
 * @param real a real path from the guard
 * @throws file system errors as Node throws them, and BuiltInFailure `stale`
 */
export async function removeFile(real: string): Promise<void> {
  await withPinnedFolder(dirname(real), (folder) => unlink(folder.at(basename(real))));
}
