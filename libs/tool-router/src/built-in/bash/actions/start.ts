import { BuiltInFailure } from '../../built-in-failure.js';
import { ownerOf } from '../background/process-owner.js';
import { planCommand } from '../command/command-plan.js';
import type { BashAction } from './bash-action.js';
import { failedResult } from './failed-result.js';

/** Starts a background process and answers at once, with its id. */
export const start: BashAction = async (args, call, registry) => {
  const plan = await planCommand(args, call);
  if (call.invocation.signal.aborted) {
    throw new BuiltInFailure('cancelled', 'The call was cancelled. Nothing was started.');
  }
  const started = registry.start(ownerOf(call.invocation.context), plan, call.context);
  try {
    await started.spawned;
  } catch (error) {
    await started.ended;
    if (error instanceof BuiltInFailure) return failedResult(error, started.snapshot());
    throw error;
  }
  return started.snapshot();
};
