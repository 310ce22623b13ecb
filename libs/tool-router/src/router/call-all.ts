import { CapacityException } from '../errors/capacity.exception.js';
import type { ToolCall, ToolResult } from '../tool/tool-call.js';

/** Calls of one turn that are run; a model that asks for more is told so, one answer per call. */
const MAX_CALLS_PER_TURN = 128;

/** Runs the calls of one turn side by side: one failure leaves the others alone, the order is that of the calls. */
export function callAll(
  calls: readonly ToolCall[],
  run: (call: ToolCall) => Promise<ToolResult>,
  refuse: (call: ToolCall, error: CapacityException) => Promise<ToolResult>,
): Promise<readonly ToolResult[]> {
  return Promise.all(
    calls.map((call, index) => (index < MAX_CALLS_PER_TURN ? run(call) : refuse(call, tooManyCalls(calls.length)))),
  );
}

function tooManyCalls(count: number): CapacityException {
  return new CapacityException({
    modelMessage: `Too many calls in one turn (${count}): only the first ${MAX_CALLS_PER_TURN} were run. Repeat this one in the next turn.`,
  });
}
