import { Logger } from '@nestjs/common';
import { runInCall } from '../context/current-call.js';
import { ShuttingDownException } from '../errors/shutting-down.exception.js';
import { ToolExecutionException } from '../errors/tool-execution.exception.js';
import type { ToolRouterException } from '../errors/tool-router.exception.js';
import type { ExecutableTool, ToolOutcome } from '../tool/executable-tool.js';
import type { ToolCall, ToolResult } from '../tool/tool-call.js';
import type { ToolCallStart } from '../tool/tool-call-events.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ObserverFanout } from '../trace/observer-fanout.js';
import { TraceRecorder } from '../trace/trace-recorder.js';
import { CallContext, CallInvocation } from './call-context.js';
import { CallScope } from './call-scope.js';
import { foldFailure, kindOfThrown } from './fold-failure.js';
import { parseArguments } from './parse-arguments.js';
import { limitResult } from './result-budget.js';

/** What holds for every call of an application. */
export interface CallLimits {
  /** Characters of a result's text. */
  readonly maxResultChars: number;
  /** Milliseconds that a call lasts at most where its context does not say. */
  readonly deadlineMs: number;
}

/** A result, and for host code that wants to catch it, the failure behind it. */
export interface CallConclusion {
  readonly result: ToolResult;
  readonly error?: ToolRouterException;
}

/** How a call finds its tool: throws what the model should read where it finds none. */
export type FindTool = (name: string) => ExecutableTool | Promise<ExecutableTool>;

/** One call on its way through the runner. */
interface CallState {
  readonly callId: string;
  readonly name: string;
  readonly call: ToolCall;
  readonly context: ToolContext;
  readonly injectionScope: object | undefined;
  readonly scope: CallScope;
  tool?: ExecutableTool;
  trace?: TraceRecorder;
  started?: ToolCallStart;
}

/** Runs calls: finds the tool, parses the arguments, bounds the time, and folds everything into one result. */
export class ToolCallRunner {
  readonly #logger = new Logger('ToolRouter');
  readonly #pending = new Set<CallScope>();
  #isClosed = false;
  #lastId = 0;

  constructor(
    private readonly observers: ObserverFanout,
    private readonly limits: CallLimits,
  ) {}

  /** Never rejects. */
  async run(
    call: ToolCall,
    context: ToolContext,
    findTool: FindTool,
    injectionScope?: object,
  ): Promise<CallConclusion> {
    const name = typeof call?.name === 'string' ? call.name : '';
    const state: CallState = {
      callId: typeof call?.id === 'string' && call.id !== '' ? call.id : `call_${++this.#lastId}`,
      name,
      call,
      context,
      injectionScope,
      scope: new CallScope(name, context.signal, context.deadlineMs ?? this.limits.deadlineMs),
    };
    try {
      const outcome = this.#execute(state, findTool);
      return this.#conclude(state, outcome instanceof Promise ? await outcome : outcome);
    } catch (thrown) {
      return this.#fail(state, thrown);
    }
  }

  /** Refuses new calls and ends the running ones; what they started is told by their signals. */
  close(): void {
    this.#isClosed = true;
    for (const scope of this.#pending) scope.cancel(shuttingDown());
  }

  #execute(state: CallState, findTool: FindTool): ToolOutcome | Promise<ToolOutcome> {
    if (this.#isClosed) throw shuttingDown();
    const { scope } = state;
    const found = findTool(state.name);
    if (found instanceof Promise) {
      return scope.race(
        found.then((tool) => this.#dispatch(state, tool)),
        this.#pending,
      );
    }
    const outcome = this.#dispatch(state, found);
    return outcome instanceof Promise ? scope.race(outcome, this.#pending) : outcome;
  }

  #dispatch(state: CallState, tool: ExecutableTool): ToolOutcome | Promise<ToolOutcome> {
    state.tool = tool;
    const args = parseArguments(state.call.arguments);
    state.scope.dispatch();
    if (!this.observers.isIdle) this.#announce(state, tool, args);
    state.trace = new TraceRecorder();
    const context = new CallContext(state.context, state.scope);
    const invocation = new CallInvocation(state.callId, context, state.injectionScope, state.scope);
    return runInCall({ context, trace: state.trace, injectionScope: state.injectionScope }, () =>
      tool.execute(args, invocation),
    );
  }

  #announce(state: CallState, tool: ExecutableTool, args: object): void {
    const { userId, sessionId, requestId } = state.context;
    const given = state.call.arguments;
    state.started = {
      callId: state.callId,
      name: state.name,
      source: tool.source,
      origin: tool.origin,
      ...(userId === undefined ? {} : { userId }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(requestId === undefined ? {} : { requestId }),
      argumentsText: typeof given === 'string' ? given : JSON.stringify(args),
    };
    this.observers.start(state.started);
  }

  #conclude(state: CallState, outcome: ToolOutcome): CallConclusion {
    const { text, truncated } = limitResult(outcome.text, this.limits.maxResultChars);
    const isError = outcome.isError === true;
    const result: ToolResult = {
      callId: state.callId,
      name: state.name,
      output: text,
      isError,
      ...(isError ? { errorCode: 'tool_error' as const } : {}),
      ...(outcome.errorKind === undefined ? {} : { errorKind: outcome.errorKind }),
      source: state.tool?.source,
      trace: state.trace?.trace,
      ...(outcome.raw === undefined ? {} : { raw: outcome.raw }),
      durationMs: state.scope.elapsedMs,
      ...(truncated || outcome.truncated === true ? { truncated: true } : {}),
    };
    const error = isError ? new ToolExecutionException(text, { kind: outcome.errorKind }) : undefined;
    this.#finish(state, result, error);
    return error === undefined ? { result } : { result, error };
  }

  #fail(state: CallState, thrown: unknown): CallConclusion {
    const error = foldFailure(thrown, state.name);
    const { text, truncated } = limitResult(error.modelMessage, this.limits.maxResultChars);
    const kind = error instanceof ToolExecutionException ? error.kind : undefined;
    const result: ToolResult = {
      callId: state.callId,
      name: state.name,
      output: text,
      isError: true,
      errorCode: error.code,
      ...(kind === undefined ? {} : { errorKind: kind }),
      source: state.tool?.source,
      trace: state.trace?.trace,
      durationMs: state.scope.elapsedMs,
      ...(truncated ? { truncated: true } : {}),
    };
    if (error !== thrown) this.#reportUnexpected(state, error);
    this.#finish(state, result, error);
    return { result, error };
  }

  #finish(state: CallState, result: ToolResult, error: Error | undefined): void {
    if (state.started === undefined) return;
    const { argumentsText: _, ...call } = state.started;
    const { output, isError, errorCode, errorKind, trace, durationMs, truncated } = result;
    this.observers.end({ ...call, output, isError, errorCode, errorKind, error, trace, durationMs, truncated });
  }

  /** Messages of unexpected errors may hold arguments, so they stay at the debug level. */
  #reportUnexpected(state: CallState, error: ToolRouterException): void {
    if (error.message === error.modelMessage) return;
    this.#logger.warn(`${state.name} (${state.tool?.origin ?? 'no tool'}) failed: ${kindOfThrown(error.cause)}`);
    this.#logger.debug(error.message);
  }
}

function shuttingDown(): ShuttingDownException {
  return new ShuttingDownException({ modelMessage: 'The application is shutting down; the call was not completed.' });
}
