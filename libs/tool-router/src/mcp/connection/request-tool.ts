import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { ToolContext, ToolProgress } from '../../tool/tool-context.js';
import type { Link, SentRequest } from './link.js';

/** Why the gateway itself ended a request. */
export type StopReason = 'cancelled' | 'timeout' | 'closing' | 'shutting_down';

/** The call of the router that a request belongs to. */
export interface OwningCall {
  readonly callId: string;
  readonly context: ToolContext;
}

/** One request to run a tool. */
export interface ToolRequest {
  /** The tool's name on the wire. */
  readonly rawName: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Milliseconds without any sign of life before the request is given up. */
  readonly idleTimeoutMs: number;
  /** When the request ends at the latest, as `Date.now()` counts. */
  readonly deadline: number;
  readonly onProgress: ((progress: ToolProgress) => void) | undefined;
  /** Sent upstream as `_meta`. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly call: OwningCall | undefined;
}

/** A request under way. */
export interface RunningRequest {
  /** The tool's name on the wire. */
  readonly rawName: string;
  readonly link: Link;
  /** On the wire; undefined when nothing was sent. */
  readonly id: RequestId | undefined;
  readonly call: OwningCall | undefined;
  readonly result: Promise<Record<string, unknown>>;
  /** Why it was stopped, if it was. */
  readonly stopped: StopReason | undefined;
  stop(reason: StopReason): void;
}

/** What a server is told, whatever the caller's own reason was. */
const NOTICES: Readonly<Record<StopReason, string>> = {
  cancelled: 'The caller cancelled the request.',
  timeout: 'The request took too long.',
  closing: 'The connection is closing.',
  shutting_down: 'The client is shutting down.',
};

/** Sends `tools/call`. Progress proves life and extends the wait up to the deadline. */
export function requestTool(link: Link, request: ToolRequest): RunningRequest {
  return new ToolCall(link, request);
}

/** A class, because an object with a getter of its own costs several times as much. */
class ToolCall implements RunningRequest {
  readonly rawName: string;
  readonly id: RequestId | undefined;
  readonly call: OwningCall | undefined;
  readonly result: Promise<Record<string, unknown>>;
  stopped: StopReason | undefined = undefined;
  private readonly sent: SentRequest;
  private deadlineTimer: NodeJS.Timeout | undefined = undefined;

  constructor(
    readonly link: Link,
    private readonly request: ToolRequest,
  ) {
    const { rawName, args, meta, call, deadline, idleTimeoutMs } = request;
    const left = Math.max(1, deadline - Date.now());
    const params = meta ? { name: rawName, arguments: args, _meta: meta } : { name: rawName, arguments: args };
    this.rawName = rawName;
    this.call = call;
    this.sent = link.request('tools/call', params, {
      timeout: Math.min(idleTimeoutMs, left),
      resetTimeoutOnProgress: true,
      maxTotalTimeout: left,
      onprogress: (progress) => this.progressed(progress),
    });
    this.id = this.sent.id;
    this.result = this.sent.result;
  }

  stop(reason: StopReason): void {
    if (this.stopped !== undefined) return;
    this.stopped = reason;
    this.sent.withdraw(NOTICES[reason]);
  }

  private progressed(progress: ToolProgress): void {
    // Only progress can carry a request past its idle timeout, so only then the deadline needs a timer.
    this.deadlineTimer ??= this.watchDeadline();
    this.request.onProgress?.(progress);
  }

  private watchDeadline(): NodeJS.Timeout {
    const timer = setTimeout(() => this.stop('timeout'), Math.max(1, this.request.deadline - Date.now()));
    const clear = (): void => clearTimeout(timer);
    this.result.then(clear, clear);
    return timer;
  }
}
