import { Logger } from '@nestjs/common';
import { currentCall, runInCall } from '../context/current-call.js';
import { ArgumentRefusal } from '../errors/argument-refusal.js';
import { CapacityException } from '../errors/capacity.exception.js';
import { InvalidArgumentsException } from '../errors/invalid-arguments.exception.js';
import { ShuttingDownException } from '../errors/shutting-down.exception.js';
import { ToolExecutionException } from '../errors/tool-execution.exception.js';
import type { ToolRouterException } from '../errors/tool-router.exception.js';
import type { ExecutableTool, ToolOutcome } from '../tool/executable-tool.js';
import type { ToolCall, ToolResult } from '../tool/tool-call.js';
import type { ToolCallStart } from '../tool/tool-call-events.js';
import type { ToolContext } from '../tool/tool-context.js';
import { copyTrace } from '../trace/copy-trace.js';
import type { ObserverFanout } from '../trace/observer-fanout.js';
import { ToolSpans } from '../trace/tool-spans.js';
import type { CallScope } from './call-scope.js';
import { foldFailure, kindOfThrown } from './fold-failure.js';
import { parseArguments } from './parse-arguments.js';
import { readCall } from './read-call.js';
import { limitResult } from './result-budget.js';
import { RunningCall } from './running-call.js';

/** Calls that tools may make of each other within one another: tools that call themselves must come to an end. */
const MAX_DEPTH = 64;

/** What holds for every call of an application. */
export interface CallLimits {
  /** Characters of a result's text. */
  readonly maxResultChars: number;
  /** Milliseconds that a call lasts at most where its context does not say. */
  readonly deadlineMs: number;
}

/** How a call finds its tool: throws what the model should read where it finds none. */
export type FindTool = (name: string) => ExecutableTool | Promise<ExecutableTool>;

type MutableResult = { -readonly [K in keyof ToolResult]: ToolResult[K] };

/** Runs calls: finds the tool, parses the arguments, bounds the time, and folds everything into one result. */
export class ToolCallRunner {
  readonly #logger = new Logger('ToolRouter');
  readonly #pending = new Set<CallScope>();
  #isClosed = false;
  #lastId = 0;

  constructor(
    private readonly observers: ObserverFanout,
    private readonly limits: CallLimits,
    private readonly spans: ToolSpans,
  ) {}

  /** Reads a call and starts its clock. */
  open(call: ToolCall, request: ToolContext, injectionScope: object | undefined): RunningCall {
    const given = readCall(call);
    const id = given.id === '' ? `call_${++this.#lastId}` : given.id;
    const depth = (currentCall()?.depth ?? 0) + 1;
    return new RunningCall(id, given, request, injectionScope, depth, request.deadlineMs ?? this.limits.deadlineMs);
  }

  /** Runs an opened call. Never rejects. */
  async run(running: RunningCall, findTool: FindTool): Promise<ToolResult> {
    try {
      const outcome = this.#execute(running, findTool);
      return this.#conclude(running, outcome instanceof Promise ? await outcome : outcome);
    } catch (thrown) {
      return this.#fail(running, thrown);
    }
  }

  /** Refuses new calls and ends the running ones; what they started is told by their signals. */
  close(): void {
    this.#isClosed = true;
    for (const scope of this.#pending) scope.cancel(shuttingDown());
  }

  #execute(running: RunningCall, findTool: FindTool): ToolOutcome | Promise<ToolOutcome> {
    if (this.#isClosed) throw shuttingDown();
    if (running.call.fault !== undefined) return running.call.fault;
    if (running.depth > MAX_DEPTH) throw tooDeep();
    const found = findTool(running.name);
    if (found instanceof Promise) {
      return running.scope.race(
        found.then((tool) => this.#dispatch(running, tool)),
        this.#pending,
      );
    }
    const outcome = this.#dispatch(running, found);
    return outcome instanceof Promise ? running.scope.race(outcome, this.#pending) : outcome;
  }

  #dispatch(running: RunningCall, tool: ExecutableTool): ToolOutcome | Promise<ToolOutcome> {
    running.tool = tool;
    if (!this.observers.isIdle) this.#announce(running, tool);
    const args = parseArguments(running.call.arguments);
    if (args instanceof ArgumentRefusal) return args;
    running.scope.dispatch();
    const run = () => runInCall(running, () => tool.execute(args, running));
    if (!ToolSpans.isWanted) return run();
    return this.spans.run(tool, running.callId, run, (end) => {
      running.endSpan = end;
    });
  }

  #announce(running: RunningCall, tool: ExecutableTool): void {
    const { callId, name, request, call } = running;
    running.started = {
      callId,
      name,
      source: tool.source,
      origin: tool.origin,
      userId: request.userId,
      sessionId: request.sessionId,
      requestId: request.requestId,
      argumentsText: argumentsText(call.arguments),
    };
    this.observers.start(running.started);
  }

  #conclude(running: RunningCall, outcome: ToolOutcome): ToolResult {
    const isError = outcome.isError === true;
    const result = this.#resultOf(running, outcome.text, isError);
    if (outcome.raw !== undefined) result.raw = outcome.raw;
    if (outcome.truncated === true) result.truncated = true;
    if (outcome instanceof ArgumentRefusal) {
      result.errorCode = 'invalid_arguments';
      running.failure = once(() => new InvalidArgumentsException(outcome.faults));
    } else if (isError) {
      result.errorCode = 'tool_error';
      if (outcome.errorKind !== undefined) result.errorKind = outcome.errorKind;
      running.failure = once(() => new ToolExecutionException(result.output, { kind: outcome.errorKind }));
    }
    this.#finish(running, result);
    return result;
  }

  #fail(running: RunningCall, thrown: unknown): ToolResult {
    const error = foldFailure(thrown, running.name);
    const result = this.#resultOf(running, error.modelMessage, true);
    result.errorCode = error.code;
    if (error instanceof ToolExecutionException && error.kind !== undefined) result.errorKind = error.kind;
    running.failure = () => error;
    if (error !== thrown) this.#reportUnexpected(running, error);
    this.#finish(running, result);
    return result;
  }

  #resultOf(running: RunningCall, text: string, isError: boolean): MutableResult {
    const { text: output, truncated } = limitResult(text, this.limits.maxResultChars);
    const { callId, name, tool, recorded } = running;
    const { elapsedMs: durationMs } = running.scope;
    const result: MutableResult = { callId, name, output, isError, source: tool?.source, trace: recorded, durationMs };
    if (truncated) result.truncated = true;
    return result;
  }

  #finish({ started, endSpan, failure }: RunningCall, result: ToolResult): void {
    endSpan?.(result.errorCode);
    if (started !== undefined) this.#tellEnd(started, result, failure?.());
  }

  #tellEnd(started: ToolCallStart, result: ToolResult, error: Error | undefined): void {
    this.observers.end({
      callId: started.callId,
      name: started.name,
      source: started.source,
      origin: started.origin,
      userId: started.userId,
      sessionId: started.sessionId,
      requestId: started.requestId,
      output: result.output,
      isError: result.isError,
      errorCode: result.errorCode,
      errorKind: result.errorKind,
      error,
      trace: result.trace === undefined ? undefined : copyTrace(result.trace),
      durationMs: result.durationMs,
      truncated: result.truncated,
    });
  }

  /** Messages of unexpected errors may hold arguments, so they stay at the debug level. */
  #reportUnexpected(running: RunningCall, error: ToolRouterException): void {
    if (error.message === error.modelMessage) return;
    this.#logger.warn(`${running.name} (${running.tool?.origin ?? 'no tool'}) failed: ${kindOfThrown(error.cause)}`);
    this.#logger.debug(error.message);
  }
}

function shuttingDown(): ShuttingDownException {
  return new ShuttingDownException({ modelMessage: 'The application is shutting down; the call was not completed.' });
}

function tooDeep(): CapacityException {
  return new CapacityException({
    modelMessage: `Tools called each other more than ${MAX_DEPTH} levels deep; this call was not run.`,
    retryable: false,
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** What observers see of arguments, also of those that are no JSON. */
function argumentsText(given: unknown): string {
  if (typeof given === 'string') return given;
  try {
    return JSON.stringify(given ?? {}) ?? '';
  } catch {
    return '';
  }
}
