import { CapacityException } from '../errors/capacity.exception.js';
import type { ToolCall, ToolResult } from '../tool/tool-call.js';

/** Calls of one turn that are run; a model that asks for more is told so, one answer per call. */
const MAX_CALLS_PER_TURN = 128;

/**
 * Runs the calls of one turn side by side: one failure leaves the others alone, the order is that of the calls.
 * Anything but a list, which an untyped caller may take from a model's answer as it is, has no calls.
 */
export function callAll(
  calls: readonly ToolCall[],
  run: (call: ToolCall) => Promise<ToolResult>,
  refuse: (call: ToolCall, error: CapacityException) => Promise<ToolResult>,
): Promise<readonly ToolResult[]> {
  const turn = Array.isArray(calls) ? Array.from(calls as readonly ToolCall[]) : [];
  return Promise.all(
    turn.map((call, index) => (index < MAX_CALLS_PER_TURN ? run(call) : refuse(call, tooManyCalls(turn.length)))),
  );
}

function tooManyCalls(count: number): CapacityException {
  return new CapacityException({
    modelMessage: `Too many calls in one turn (${count}): only the first ${MAX_CALLS_PER_TURN} were run. Repeat this one in the next turn.`,
  });
}
