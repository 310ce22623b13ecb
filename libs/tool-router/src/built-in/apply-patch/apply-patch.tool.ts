import type { JsonObject } from '../../tool/json.js';
import { BuiltInFailure } from '../built-in-failure.js';
import type { BuiltInCall, BuiltInTool } from '../built-in-tool.js';
import { textArgument } from '../tool-arguments.js';
import { withPathLocks } from '../workspace/locks.js';
import { commitSteps } from './commit-steps.js';
import { APPLY_PATCH_DESCRIPTION } from './description.js';
import { changedPaths, diskSteps } from './disk-steps.js';
import { parsePatch } from './parse-patch.js';
import { patchResult, type PatchResult } from './patch-result.js';
import { guardTargets, type TargetedOperation } from './patch-target.js';
import { planPatch } from './plan-patch.js';

const UNCHANGED = 'Nothing was changed.';

function requireRunning({ invocation }: BuiltInCall): void {
  if (invocation.signal.aborted) throw new BuiltInFailure('cancelled', 'The call was cancelled.');
}

async function applyOperations(operations: readonly TargetedOperation[], call: BuiltInCall): Promise<PatchResult> {
  const { changes, overlay } = await planPatch(operations, call.context);
  const names = new Map(
    changes.flatMap(
      ({ path, real, from }) => [[real, path], ...(from ? [[from.real, from.path]] : [])] as [string, string][],
    ),
  );
  const steps = await diskSteps(overlay);
  requireRunning(call);
  await commitSteps(steps, overlay, (real) => names.get(real) ?? 'A file');
  return patchResult(changes, changedPaths(steps));
}

async function applyPatch(args: JsonObject, call: BuiltInCall): Promise<PatchResult> {
  const patch = textArgument(args, 'patch');
  const { context } = call;
  const bytes = Buffer.byteLength(patch);
  if (bytes > context.maxPatchBytes) {
    throw new BuiltInFailure(
      'too_large',
      `The patch has ${bytes} bytes; the limit is ${context.maxPatchBytes}.`,
      'Split it.',
    );
  }
  const operations = await guardTargets(parsePatch(patch, context.maxPatchOperations), context);
  const paths = operations.flatMap(({ target, destination }) => [target, ...(destination ? [destination] : [])]);
  return withPathLocks(
    paths.flatMap(({ real, own }) => [real, own]),
    () => {
      requireRunning(call);
      return applyOperations(operations, call);
    },
  );
}

/** Says in every refusal that the files are as they were; a patch that could not be taken back says so itself. */
function unchanged(error: unknown): unknown {
  if (!(error instanceof BuiltInFailure) || error.kind === 'internal') return error;
  return new BuiltInFailure(error.kind, `${error.message} ${UNCHANGED}`, error.hint);
}

/** `apply_patch`: a patch over several files, all or nothing. */
export const applyPatchTool: BuiltInTool = {
  definition: {
    name: 'apply_patch',
    description: APPLY_PATCH_DESCRIPTION,
    parameters: {
      type: 'object',
      properties: {
        patch: { type: 'string', minLength: 1, description: 'The patch, from "*** Begin Patch" to "*** End Patch".' },
      },
      required: ['patch'],
      additionalProperties: false,
    },
    annotations: { title: 'Apply patch', readOnlyHint: false, destructiveHint: true },
  },
  async run(args, call) {
    try {
      return await applyPatch(args, call);
    } catch (error) {
      throw unchanged(error);
    }
  },
};
