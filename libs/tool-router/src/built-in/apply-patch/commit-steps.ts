import { BuiltInFailure } from '../built-in-failure.js';
import { createFile, removeFile, replaceFile } from '../workspace/atomic-write.js';
import { ioFailure } from '../workspace/io-failure.js';
import { makeParents, removeFolders } from '../workspace/make-parents.js';
import { encodeTextFile } from '../workspace/text-file.js';
import type { DiskSteps, WriteStep } from './disk-steps.js';
import { backUpFile, createFromBackup, type FileBackup } from './file-backup.js';
import type { Overlay, PlannedFile } from './overlay.js';
import { UndoLog } from './undo-log.js';

interface Commit {
  readonly overlay: Overlay;
  readonly undo: UndoLog;
  readonly backups: Map<string, FileBackup>;
}

function bytesOf(file: PlannedFile): Buffer {
  return encodeTextFile({ bom: file.origin?.text?.bom ?? false, text: file.text ?? '' });
}

async function backUp(real: string, { overlay, undo, backups }: Commit): Promise<void> {
  const backup = await backUpFile(real, await overlay.onDisk(real));
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

function named(error: unknown, shown: string): unknown {
  if (error instanceof BuiltInFailure) return new BuiltInFailure(error.kind, `${shown}: ${error.message}`, error.hint);
  return ioFailure(error, shown);
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
      throw named(error, shownAs(pathOf(item)));
    }
  }
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
  const commit: Commit = { overlay, undo: new UndoLog(), backups: new Map() };
  const existing = [...steps.replaced.map(stepPath), ...steps.removedFirst, ...steps.removedLast];
  try {
    await forEach(existing, samePath, shownAs, (real) => backUp(real, commit));
    await forEach(steps.removedFirst, samePath, shownAs, removeFile);
    await forEach(steps.replaced, stepPath, shownAs, (step) => replace(step, commit));
    await forEach(steps.created, stepPath, shownAs, (step) => create(step, commit));
    await forEach(steps.removedLast, samePath, shownAs, removeFile);
  } catch (error) {
    const failed = await commit.undo.undo();
    if (failed.length === 0) throw error;
    const names = [...new Set(failed.map(shownAs))].join(', ');
    const reason = error instanceof BuiltInFailure ? error.message : 'an unexpected failure of the file system.';
    throw new BuiltInFailure(
      'internal',
      `The patch failed half-way, and these files could not be put back: ${names}. Reason: ${reason}`,
      'Read them before you go on.',
    );
  }
  for (const backup of commit.backups.values()) await backup.discard().catch(() => undefined);
}
