import { ShuttingDownException } from '../../errors/shutting-down.exception.js';
import { ToolCancelledException } from '../../errors/tool-cancelled.exception.js';
import { ToolTimeoutException } from '../../errors/tool-timeout.exception.js';
import type { ToolProgress } from '../../tool/tool-context.js';
import { ToolRouterException } from '../../errors/tool-router.exception.js';
import { judgeCall, type CallVerdict } from './call-verdict.js';
import type { Link } from './link.js';
import { requestTool, type OwningCall, type StopReason } from './request-tool.js';
import type { ServerConnection } from './server-connection.js';
import { waitBounded, WaitEnded } from './wait-bounded.js';

/** A tool as a call needs it. */
export interface CallTarget {
  readonly rawName: string;
  /** Running the tool twice does no harm. */
  readonly repeatable: boolean;
}

/** What bounds and watches a call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds that are left for the call; the server's own limits apply beside it. */
  readonly remainingMs?: number | undefined;
  readonly onProgress?: (progress: ToolProgress) => void;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Whom a server may ask something while the tool runs. */
  readonly call?: OwningCall;
}

/**
 * Runs a tool on its server and returns the answer as it came. A call that cannot have run, or that does no harm
 * twice, is sent once more when the session or the connection was lost.
 * @throws ToolRouterException
 */
export async function callTool(
  connection: ServerConnection,
  target: CallTarget,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<Record<string, unknown>> {
  const { maxTotalTimeoutMs } = connection.settings;
  const deadline = Date.now() + Math.min(maxTotalTimeoutMs, options.remainingMs ?? maxTotalTimeoutMs);
  connection.borrow();
  try {
    const first = await callOnce(connection, target, args, options, deadline);
    if ('answer' in first) return first.answer;
    if (!first.verdict.replay) throw first.verdict.exception;
    const second = await callOnce(connection, target, args, options, deadline);
    if ('answer' in second) return second.answer;
    throw second.verdict.exception;
  } finally {
    connection.release();
  }
}

type CallResult = { readonly answer: Record<string, unknown> } | { readonly verdict: CallVerdict };

async function callOnce(
  connection: ServerConnection,
  target: CallTarget,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions,
  deadline: number,
): Promise<CallResult> {
  const { signal, onProgress, meta, call } = options;
  if (signal?.aborted) throw notSentException(stopReasonOf(signal));
  const link = connection.openLink ?? (await connectedLink(connection, signal, deadline));
  const request = requestTool(link, {
    rawName: target.rawName,
    args,
    idleTimeoutMs: connection.settings.requestTimeoutMs,
    deadline,
    onProgress,
    meta,
    call,
  });
  const onAbort = (): void => request.stop(stopReasonOf(signal));
  signal?.addEventListener('abort', onAbort, { once: true });
  connection.running.add(request);
  try {
    return { answer: await request.result };
  } catch (error) {
    const { definition, key, mask } = connection;
    const replayOn404 = definition.type !== 'stdio' && definition.replayOn404;
    const verdict = judgeCall(error, {
      ...target,
      link,
      mask,
      replayOn404,
      authorizationUrl: connection.authorizationUrl,
      serverId: key.serverId,
      stopped: request.stopped,
    });
    if (verdict.effect) connection.apply(verdict.effect, link, verdict.exception.message);
    return { verdict };
  } finally {
    connection.running.delete(request);
    signal?.removeEventListener('abort', onAbort);
  }
}

async function connectedLink(
  connection: ServerConnection,
  signal: AbortSignal | undefined,
  deadline: number,
): Promise<Link> {
  try {
    return await waitBounded(connection.connect(), signal, deadline);
  } catch (error) {
    if (!(error instanceof WaitEnded)) throw error;
    throw notSentException(error.reason === 'timeout' ? 'timeout' : stopReasonOf(signal));
  }
}

function notSentException(reason: StopReason): ToolRouterException {
  if (reason === 'timeout') {
    return new ToolTimeoutException({
      modelMessage: 'The time of the call was over before it was sent; it was not run.',
    });
  }
  if (reason === 'cancelled') {
    return new ToolCancelledException({ modelMessage: 'The call was cancelled before it was sent; it was not run.' });
  }
  return new ShuttingDownException({ modelMessage: 'The call was not run: the application is shutting down.' });
}

/** The signal of a call fires for the caller's wish as well as for the end of its time. */
function stopReasonOf(signal: AbortSignal | undefined): StopReason {
  const reason: unknown = signal?.reason;
  if (ToolRouterException.is(reason)) {
    if (reason.code === 'timeout') return 'timeout';
    if (reason.code === 'shutting_down') return 'shutting_down';
  }
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'timeout' : 'cancelled';
}
