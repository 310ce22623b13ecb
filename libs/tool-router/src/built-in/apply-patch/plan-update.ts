import { BuiltInFailure } from '../built-in-failure.js';
import { applyHunks, type HunkResult } from './apply-hunks.js';
import { isSameFile } from './disk-entry.js';
import type { Overlay, PlannedFile } from './overlay.js';
import type { UpdateOperation } from './patch-operation.js';
import type { PatchTarget } from './patch-target.js';
import type { PlanScope } from './plan-scope.js';
import type { PlannedChange } from './planned-change.js';
import { requireFile, sizeOf, textOf } from './planned-text.js';
import { requireAbsent } from './require-absent.js';

type HunkEffect = Omit<HunkResult, 'text'>;

const NO_EFFECT: HunkEffect = { linesAdded: 0, linesRemoved: 0, notes: [] };

/** Whether a move leads to where the file is already, however it is spelled. */
async function isSelf(real: string, destination: PatchTarget, overlay: Overlay): Promise<boolean> {
  if (destination.real === real || destination.own === real) return true;
  if (overlay.has(destination.real)) return false;
  return isSameFile(await overlay.onDisk(real), await overlay.onDisk(destination.real));
}

async function patched(
  file: PlannedFile,
  { hunks }: UpdateOperation,
  { shown }: PatchTarget,
  { context, budget, texts }: PlanScope,
): Promise<readonly [PlannedFile, HunkEffect]> {
  if (hunks.length === 0) return [file, NO_EFFECT];
  // Counted before it is read: the size is known, and what is too large shall not get into memory.
  texts.spend(Math.min(sizeOf(file), context.maxEditBytes), shown);
  const before = await textOf(file, shown, context.maxEditBytes);
  const name = file.text === undefined ? shown : `${shown} (as earlier sections of this patch leave it)`;
  const { text, ...effect } = applyHunks(before, hunks, name, budget);
  if (Buffer.byteLength(text) > context.maxEditBytes) {
    throw new BuiltInFailure(
      'too_large',
      `${shown} would become larger than the limit of ${context.maxEditBytes} bytes.`,
    );
  }
  if (text !== before) return [{ ...file, text }, effect];
  return [file, { ...NO_EFFECT, notes: [...effect.notes, `${shown}: the hunks change nothing.`] }];
}

/**
 * Plans the change of a file, its move, or both.
 * @throws BuiltInFailure `not_found`, `is_directory`, `not_utf8`, `binary`, `too_large`, `already_exists`, and those of hunks
 */
export async function planUpdate(
  operation: UpdateOperation,
  target: PatchTarget,
  destination: PatchTarget | undefined,
  scope: PlanScope,
): Promise<PlannedChange> {
  const { overlay } = scope;
  const { shown, own } = target;
  const real = overlay.has(own) ? own : target.real;
  const file = requireFile(await overlay.stateOf(real), shown);
  const isMove = destination !== undefined && !(await isSelf(real, destination, overlay));
  if (!isMove) {
    const [changed, effect] = await patched(file, operation, target, scope);
    overlay.set(real, changed);
    return { operation: 'update', path: shown, real, ...effect };
  }
  // A link cannot move on behalf of its target: refused with the state of the link itself.
  if (!overlay.has(own) && (await overlay.onDisk(own)).kind === 'link') requireFile('link', shown);
  const place = await requireAbsent(destination, overlay);
  const [changed, effect] = await patched(file, operation, target, scope);
  overlay.set(real, 'missing');
  overlay.set(place, changed);
  return { operation: 'move', path: destination.shown, real: place, from: { path: shown, real }, ...effect };
}
