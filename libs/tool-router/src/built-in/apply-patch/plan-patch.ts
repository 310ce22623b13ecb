import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { Overlay } from './overlay.js';
import type { TargetedOperation } from './patch-target.js';
import type { PlanScope } from './plan-scope.js';
import { planUpdate } from './plan-update.js';
import { planAdd, planDelete } from './plan-whole-file.js';
import type { PlannedChange } from './planned-change.js';
import { SearchBudget } from './search-budget.js';
import { TextBudget } from './text-budget.js';

/** What a patch comes to: every change in order, and the final state of every path. */
export interface PatchPlan {
  readonly changes: readonly PlannedChange[];
  readonly overlay: Overlay;
}

function planOperation(targeted: TargetedOperation, scope: PlanScope): Promise<PlannedChange> {
  const { operation, target, destination } = targeted;
  if (operation.kind === 'update') return planUpdate(operation, target, destination, scope);
  return operation.kind === 'add' ? planAdd(operation, target, scope) : planDelete(target, scope);
}

/**
 * Works out a patch in memory: each operation sees what the ones before it made. The disk is read, never written.
 * @throws BuiltInFailure for the first operation that cannot be done
 */
export async function planPatch(
  operations: readonly TargetedOperation[],
  context: BuiltInToolContext,
): Promise<PatchPlan> {
  const scope: PlanScope = {
    overlay: new Overlay(),
    context,
    budget: new SearchBudget(),
    texts: new TextBudget(context.maxPatchedBytes),
  };
  const changes: PlannedChange[] = [];
  for (const operation of operations) changes.push(await planOperation(operation, scope));
  return { changes, overlay: scope.overlay };
}
