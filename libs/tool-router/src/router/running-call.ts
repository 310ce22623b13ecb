import type { CurrentCall, TraceSink } from '../context/current-call.js';
import type { ToolRouterException } from '../errors/tool-router.exception.js';
import type { ExecutableTool, ToolInvocation } from '../tool/executable-tool.js';
import type { ToolCallStart } from '../tool/tool-call-events.js';
import type { ToolContext, ToolProgress } from '../tool/tool-context.js';
import type { EndSpan } from '../trace/tool-spans.js';
import { CallContext } from './call-context.js';
import { CallScope } from './call-scope.js';
import type { ReadCall } from './read-call.js';

/** Records of one call that are kept at most; a tool that records in a loop must not fill the memory. */
const MAX_RECORDS = 1_000;

const ignoreProgress = (): void => {};

/**
 * One call on its way through the router: what its tool sees of it (`ToolInvocation`), what code deep inside the tool
 * sees (`CurrentCall`), and what the tool recorded. One object, because every call makes it.
 */
export class RunningCall implements ToolInvocation, CurrentCall, TraceSink {
  readonly name: string;
  readonly scope: CallScope;
  /** Set once the tool was found. */
  tool: ExecutableTool | undefined = undefined;
  /** Set once observers heard of the call. */
  started: ToolCallStart | undefined = undefined;
  /** Set where the application traces the call. */
  endSpan: EndSpan | undefined = undefined;
  /** Set once the call has failed: makes the exception, which costs more than most calls and is seldom wanted. */
  failure: (() => ToolRouterException) | undefined = undefined;
  private records: unknown[] | undefined = undefined;
  private ownContext: ToolContext | undefined = undefined;

  constructor(
    readonly callId: string,
    readonly call: ReadCall,
    readonly request: ToolContext,
    readonly injectionScope: object | undefined,
    readonly depth: number,
    limitMs: number,
  ) {
    this.name = call.name;
    this.scope = new CallScope(call.name, request.signal, limitMs);
  }

  get context(): ToolContext {
    this.ownContext ??= new CallContext(this.request, this.scope);
    return this.ownContext;
  }

  get signal(): AbortSignal {
    return this.scope.signal;
  }

  get remainingMs(): number {
    return this.scope.remainingMs;
  }

  get reportProgress(): (progress: ToolProgress) => void {
    return this.request.onProgress ?? ignoreProgress;
  }

  /** Where `ToolTrace` records. */
  get trace(): TraceSink {
    return this;
  }

  record(value: unknown): void {
    this.records ??= [];
    if (this.records.length < MAX_RECORDS) this.records.push(value);
  }

  /** Nothing recorded: undefined; one record: as it is; several: a new array, in order. */
  get recorded(): unknown {
    const { records } = this;
    if (records === undefined) return undefined;
    return records.length === 1 ? records[0] : [...records];
  }
}
