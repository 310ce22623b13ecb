import { dirname } from 'node:path';
import { BuiltInFailure } from '../built-in-failure.js';
import { createFile, removeFile, replaceFile } from '../workspace/atomic-write.js';
import { makeParents, removeFolders } from '../workspace/make-parents.js';
import type { PinnedFolder } from '../workspace/pinned-folder.js';
import { encodeTextFile } from '../workspace/text-file.js';
import type { DiskSteps, WriteStep } from './disk-steps.js';
import { backUpFile, createFromBackup, type FileBackup } from './file-backup.js';
import { namedFailure } from './named-failure.js';
import type { Overlay, PlannedFile } from './overlay.js';
import { withPinnedFolders, type PinnedFolders } from './pinned-folders.js';
import { UndoLog } from './undo-log.js';

interface Commit {
  readonly overlay: Overlay;
  /** The folder of every file that has a backup. */
  readonly folders: PinnedFolders;
  readonly undo: UndoLog;
  readonly backups: Map<string, FileBackup>;
}

function bytesOf(file: PlannedFile): Buffer {
  return encodeTextFile({ bom: file.origin?.text?.bom ?? false, text: file.text ?? '' });
}

async function backUp(real: string, { overlay, folders, undo, backups }: Commit): Promise<void> {
  const folder = folders.get(dirname(real)) as PinnedFolder;
  const backup = await backUpFile(real, await overlay.onDisk(real), folder);
  backups.set(real, backup);
  undo.push(real, () => backup.restore());
}

async function replace({ real, file }: WriteStep, { backups }: Commit): Promise<void> {
  const stamp = backups.get(real)?.stamp;
  await replaceFile(real, bytesOf(file), stamp === undefined ? {} : { unchangedSince: stamp });
}

async function create({ real, file }: WriteStep, { undo, backups }: Commit): Promise<void> {
  const folders = await makeParents(real);
  undo.push(real, () => removeFolders(folders));
  const place = file.text === undefined ? backups.get(file.origin?.real ?? '')?.place : undefined;
  if (place === undefined) await createFile(real, bytesOf(file), file.origin?.entry.mode);
  else await createFromBackup(real, place);
  undo.push(real, () => removeFile(real));
}

function samePath(real: string): string {
  return real;
}

function stepPath({ real }: WriteStep): string {
  return real;
}

async function forEach<T>(
  items: readonly T[],
  pathOf: (item: T) => string,
  shownAs: (real: string) => string,
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      throw namedFailure(error, shownAs(pathOf(item)));
    }
  }
}

async function takeBack(error: unknown, undo: UndoLog, shownAs: (real: string) => string): Promise<unknown> {
  const failed = await undo.undo();
  if (failed.length === 0) return error;
  const names = [...new Set(failed.map(shownAs))].join(', ');
  const reason = error instanceof BuiltInFailure ? error.message : 'an unexpected failure of the file system.';
  return new BuiltInFailure(
    'internal',
    `The patch failed half-way, and these files could not be put back: ${names}. Reason: ${reason}`,
    'Read them before you go on.',
  );
}

/**
 * Brings the disk to the planned state: everything, or nothing.
 * @param shownAs the name of a real path in messages
 * @throws BuiltInFailure for the first step that failed, after the earlier ones were taken back
 */
export async function commitSteps(
  steps: DiskSteps,
  overlay: Overlay,
  shownAs: (real: string) => string,
): Promise<void> {
  const existing = [...steps.replaced.map(stepPath), ...steps.removedFirst, ...steps.removedLast];
  await withPinnedFolders(existing, shownAs, async (folders) => {
    const commit: Commit = { overlay, folders, undo: new UndoLog(), backups: new Map() };
    try {
      await forEach(existing, samePath, shownAs, (real) => backUp(real, commit));
      await forEach(steps.removedFirst, samePath, shownAs, removeFile);
      await forEach(steps.replaced, stepPath, shownAs, (step) => replace(step, commit));
      await forEach(steps.created, stepPath, shownAs, (step) => create(step, commit));
      await forEach(steps.removedLast, samePath, shownAs, removeFile);
    } catch (error) {
      throw await takeBack(error, commit.undo, shownAs);
    }
    for (const backup of commit.backups.values()) await backup.discard().catch(() => undefined);
  });
}
