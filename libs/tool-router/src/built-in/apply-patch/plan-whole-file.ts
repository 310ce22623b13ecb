import { requireAbsent } from './require-absent.js';
import type { AddOperation } from './patch-operation.js';
import type { PatchTarget } from './patch-target.js';
import type { PlanScope } from './plan-scope.js';
import type { PlannedChange } from './planned-change.js';
import { lineCountOf, requireFile } from './planned-text.js';

/** Plans a new file. @throws BuiltInFailure `already_exists`, `is_directory`, `validation` */
export async function planAdd(
  { lines }: AddOperation,
  target: PatchTarget,
  { overlay }: PlanScope,
): Promise<PlannedChange> {
  const real = await requireAbsent(target, overlay);
  overlay.set(real, { text: lines.map((line) => `${line}\n`).join('') });
  return { operation: 'add', path: target.shown, real, linesAdded: lines.length, linesRemoved: 0, notes: [] };
}

/** Plans the removal of a file; of a link, the link itself goes. @throws BuiltInFailure `not_found`, `is_directory`, … */
export async function planDelete(target: PatchTarget, { overlay, context }: PlanScope): Promise<PlannedChange> {
  const { shown, own } = target;
  const isLink = !overlay.has(own) && (await overlay.onDisk(own)).kind === 'link';
  const real = isLink || overlay.has(own) ? own : target.real;
  const change = { operation: 'delete', path: shown, real, linesAdded: 0 } as const;
  if (isLink) {
    requireFile(await overlay.stateOf(target.real), shown);
    overlay.set(own, 'missing');
    return { ...change, linesRemoved: 0, notes: [`${shown} was a link: the link is gone, its target is not.`] };
  }
  const file = requireFile(await overlay.stateOf(real), shown);
  const lines = await lineCountOf(file, shown, context.maxEditBytes);
  overlay.set(real, 'missing');
  const notes = lines === undefined ? [`${shown} is too large for its lines to be counted.`] : [];
  return { ...change, linesRemoved: lines ?? 0, notes };
}
