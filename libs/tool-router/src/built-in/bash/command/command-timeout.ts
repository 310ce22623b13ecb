import type { BuiltInToolContext } from '../../../tool/built-in-tool-context.js';
import type { JsonObject } from '../../../tool/json.js';
import { optionalInteger } from '../../tool-arguments.js';

/** Longest time in milliseconds that a Node timer takes; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** How long a command may run. */
export interface CommandTimeout {
  readonly ms: number;
  /** Why that is less than was asked for. */
  readonly note?: string;
}

/**
 * The time of a command: what the call asks for, within the host's maximum and the call's own deadline.
 * @throws BuiltInFailure `validation`
 */
export function commandTimeout(
  args: JsonObject,
  context: BuiltInToolContext,
  remainingMs: number | undefined,
): CommandTimeout {
  const asked = optionalInteger(args, 'timeoutMs', { min: 1 }) ?? context.defaultCommandTimeoutMs;
  const longest = Math.min(context.maxCommandTimeoutMs, LONGEST_TIMER_MS);
  const left = remainingMs === undefined ? longest : beforeDeadline(remainingMs, context.processStopGraceMs);
  const ms = Math.min(asked, longest, left);
  if (ms === asked) return { ms };
  const reason = left < longest ? 'the time that is left for this call' : 'the maximum';
  return { ms, note: `timeoutMs was lowered from ${asked} to ${ms}, ${reason}.` };
}

/** Ends a little before the call does, so that what the command had written still reaches the model. */
function beforeDeadline(remainingMs: number, graceMs: number): number {
  return Math.max(1, Math.floor(remainingMs - Math.min(graceMs, remainingMs / 5)));
}
