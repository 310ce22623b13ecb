import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { ToolContext, ToolProgress } from '../../tool/tool-context.js';
import type { Link } from './link.js';

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
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Sent upstream as `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly call?: OwningCall;
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

/**
 * Sends `tools/call`. Progress proves life and extends the wait up to the deadline.
 */
export function requestTool(link: Link, request: ToolRequest): RunningRequest {
  let deadlineTimer: NodeJS.Timeout | undefined;
  let stopped: StopReason | undefined;
  const left = Math.max(1, request.deadline - Date.now());
  const params = {
    name: request.rawName,
    arguments: request.args,
    ...(request.meta ? { _meta: request.meta } : {}),
  };
  const sent = link.request('tools/call', params, {
    timeout: Math.min(request.idleTimeoutMs, left),
    resetTimeoutOnProgress: true,
    maxTotalTimeout: left,
    onprogress(progress) {
      // Only progress can carry a request past its idle timeout, so only then the deadline needs a timer.
      deadlineTimer ??= setTimeout(() => stop('timeout'), Math.max(1, request.deadline - Date.now()));
      request.onProgress?.(progress);
    },
  });
  return {
    rawName: request.rawName,
    link,
    id: sent.id,
    call: request.call,
    result: sent.result.finally(() => clearTimeout(deadlineTimer)),
    get stopped() {
      return stopped;
    },
    stop,
  };

  function stop(reason: StopReason): void {
    if (stopped !== undefined) return;
    stopped = reason;
    sent.withdraw(NOTICES[reason]);
  }
}
