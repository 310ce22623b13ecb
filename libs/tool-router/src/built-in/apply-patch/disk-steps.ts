import { dirname } from 'node:path';
import type { Overlay, PlannedFile } from './overlay.js';

/** A planned file that the disk does not have yet, or has in another state. */
export interface WriteStep {
  readonly real: string;
  readonly file: PlannedFile;
}

/** What has to be done on the disk so that it equals the plan. */
export interface DiskSteps {
  /** Files that keep their place and get other bytes. */
  readonly replaced: readonly WriteStep[];
  /** Files and links that go before anything is created, because something new needs the place. */
  readonly removedFirst: readonly string[];
  readonly created: readonly WriteStep[];
  /** Files and links that go when everything else is there. */
  readonly removedLast: readonly string[];
}

function isInPlace(real: string, file: PlannedFile): boolean {
  return file.origin?.real === real;
}

function hasNewText({ origin, text }: PlannedFile): boolean {
  return text !== undefined && text !== origin?.text?.text;
}

function foldersAbove(real: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder)) folders.push(folder);
  return folders;
}

/** Compares the plan with the disk. What an operation made and a later one took away again leaves no step. */
export async function diskSteps(overlay: Overlay): Promise<DiskSteps> {
  const replaced: WriteStep[] = [];
  const created: WriteStep[] = [];
  const removed: string[] = [];
  for (const [real, file] of overlay.entries()) {
    if (file !== 'missing' && isInPlace(real, file)) {
      if (hasNewText(file)) replaced.push({ real, file });
      continue;
    }
    if ((await overlay.onDisk(real)).kind !== 'missing') removed.push(real);
    if (file !== 'missing') created.push({ real, file });
  }
  const needed = new Set(created.flatMap(({ real }) => [real, ...foldersAbove(real)]));
  return {
    replaced,
    created,
    removedFirst: removed.filter((real) => needed.has(real)),
    removedLast: removed.filter((real) => !needed.has(real)),
  };
}

/** Every path that the steps change. */
export function changedPaths(steps: DiskSteps): ReadonlySet<string> {
  const written = [...steps.replaced, ...steps.created].map(({ real }) => real);
  return new Set([...written, ...steps.removedFirst, ...steps.removedLast]);
}
