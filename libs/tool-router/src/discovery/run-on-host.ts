import { isObservable, lastValueFrom } from 'rxjs';
import { ToolExecutionException } from '../errors/tool-execution.exception.js';
import { ToolRouterException } from '../errors/tool-router.exception.js';
import type { ToolInvocation, ToolOutcome } from '../tool/executable-tool.js';
import type { TraceableToolExecutor } from '../tool/traceable-tool-executor.js';
import { ToolTrace } from '../trace/tool-trace.js';
import { isTraceable, viewForOneCall } from '../trace/traceable-view.js';
import { resultText, type StringResults } from './result-text.js';
import type { ToolHost } from './tool-host.js';

/** Calls a provider's method for one tool call and turns what it returns into text. */
export function runOnHost(
  host: ToolHost,
  invocation: ToolInvocation,
  strings: StringResults,
  call: (instance: object) => unknown,
): ToolOutcome | Promise<ToolOutcome> {
  if (host.instance === undefined) {
    return host
      .resolve(invocation)
      .then((instance) => run(instance, isTraceable(instance) ? instance : undefined, strings, call));
  }
  const { instance } = host;
  if (!isTraceable(instance)) return run(instance, undefined, strings, call);
  const view = viewForOneCall(instance);
  return run(view, view, strings, call);
}

function run(
  instance: object,
  traceable: TraceableToolExecutor | undefined,
  strings: StringResults,
  call: (instance: object) => unknown,
): ToolOutcome | Promise<ToolOutcome> {
  let value: unknown;
  try {
    value = call(instance);
  } catch (error) {
    recordTrace(traceable);
    throw asToolFailure(error);
  }
  // Most results need no waiting, and the tests for the rare kinds cost more than the call.
  if (typeof value === 'object' && value !== null) {
    if (isObservable(value)) return settle(traceable, lastValueFrom(value, { defaultValue: undefined }), strings);
    if (typeof (value as { then?: unknown }).then === 'function') {
      return settle(traceable, value as PromiseLike<unknown>, strings);
    }
  }
  recordTrace(traceable);
  return { text: resultText(value, strings) };
}

async function settle(
  traceable: TraceableToolExecutor | undefined,
  value: PromiseLike<unknown>,
  strings: StringResults,
): Promise<ToolOutcome> {
  let settled: unknown;
  try {
    settled = await value;
    if (isObservable(settled)) settled = await lastValueFrom(settled, { defaultValue: undefined });
  } catch (error) {
    throw asToolFailure(error);
  } finally {
    recordTrace(traceable);
  }
  return { text: resultText(settled, strings) };
}

function recordTrace(traceable: TraceableToolExecutor | undefined): void {
  if (traceable === undefined) return;
  try {
    const trace = traceable.lastTrace();
    if (trace !== undefined && trace !== null) ToolTrace.record(trace);
  } catch {
    // A tool that cannot tell what it did has still done it.
  }
}

/** A failure of another tool that this one called is this one's `tool_error`: its own call was found and allowed. */
function asToolFailure(error: unknown): unknown {
  if (!ToolRouterException.is(error) || error.code === 'tool_error') return error;
  return new ToolExecutionException(`A call that this tool made failed: ${error.modelMessage}`, {
    developerMessage: error.message,
    cause: error,
  });
}
