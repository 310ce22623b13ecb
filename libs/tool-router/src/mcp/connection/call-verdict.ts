import { McpError, UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import type { ToolRouterException } from '../../errors/tool-router.exception.js';
import { callFailures, type CallFailures, type CallSubject } from './call-failures.js';
import { httpStatusOf } from './http-status.js';
import type { Link } from './link.js';
import { describeError, wasNeverSent } from './network-error.js';
import { wasNotSent } from './not-sent.js';
import type { StopReason } from './request-tool.js';
import { hasCode } from './rpc-codes.js';
import { isSessionGone } from './session-gone.js';
import { WireFault } from './wire-fault.js';

/** What a failed call says about the connection. */
export type CallEffect = 'session_gone' | 'unreachable' | 'auth_required' | 'tools_changed';

/** What is to be done about a failed call. */
export interface CallVerdict {
  readonly exception: ToolRouterException;
  /** The call may be sent once more: it did not run, or running it twice does no harm. */
  readonly replay: boolean;
  readonly effect?: CallEffect;
}

/** A failed call with what is known about it. */
export interface FailedCall extends CallSubject {
  readonly link: Link;
  readonly stopped: StopReason | undefined;
  /** A call that a lost session rejected may be sent again. */
  readonly replayOn404: boolean;
}

/** Statuses with which a server, or something before it, says that it did not take the request. */
const NOT_TAKEN = new Set([429, 503]);

/** Judges why a call failed. */
export function judgeCall(error: unknown, call: FailedCall): CallVerdict {
  const failures = callFailures(call, error);
  if (call.stopped !== undefined) return final(failures.stopped(call.stopped));
  if (isSessionGone(error, call.link)) {
    const replay = call.repeatable || call.replayOn404;
    return { exception: failures.interrupted('The server has forgotten the session.'), replay, effect: 'session_gone' };
  }
  if (error instanceof McpError) return judgeReply(error, call, failures);
  if (wasNotSent(error)) return { exception: failures.unavailable(call.link.lossReason), replay: true };
  if (wasNeverSent(error)) {
    return { exception: failures.unavailable(describeError(error)), replay: false, effect: 'unreachable' };
  }
  const status = httpStatusOf(error);
  if (status !== undefined) return judgeStatus(status, call, failures);
  if (error instanceof Error && 'code' in error && error.code === -1) return final(failures.malformed(error.message));
  return { exception: failures.interrupted(describeError(error)), replay: call.repeatable };
}

function judgeReply(error: McpError, call: FailedCall, failures: CallFailures): CallVerdict {
  const fault = error.data instanceof WireFault ? error.data : undefined;
  if (fault?.kind === 'stream_lost') return { exception: failures.interrupted(fault.problem), replay: call.repeatable };
  if (fault) return final(failures.malformed(fault.problem));
  if (hasCode(error, 'connectionClosed') && call.link.lost) {
    return {
      exception: failures.interrupted(call.link.lossReason ?? 'The connection was lost.'),
      replay: call.repeatable,
    };
  }
  if (hasCode(error, 'requestTimeout') && isOwnTimeout(error)) return final(failures.stopped('timeout'));
  if (error instanceof UrlElicitationRequiredError) return final(failures.signIn(error.elicitations[0]?.url));
  if (isVanished(error)) return { exception: failures.vanished(), replay: false, effect: 'tools_changed' };
  return final(failures.refused(error));
}

function judgeStatus(status: number, call: FailedCall, failures: CallFailures): CallVerdict {
  if (status === 401) return { exception: failures.signIn(), replay: false, effect: 'auth_required' };
  const what = `The server answered HTTP ${status}.`;
  if (status === 404) return { exception: failures.unavailable(what), replay: false, effect: 'unreachable' };
  if (status === 403) return final(failures.denied(what));
  if (NOT_TAKEN.has(status)) return final(failures.unavailable(what));
  if (status < 500) return final(failures.malformed(what));
  return final(failures.interrupted(what));
}

function final(exception: ToolRouterException): CallVerdict {
  return { exception, replay: false };
}

/** The SDK reports its own timeouts with the code that a server may use too. */
function isOwnTimeout(error: McpError): boolean {
  const data = error.data as { readonly timeout?: unknown; readonly maxTotalTimeout?: unknown } | undefined;
  return typeof data?.timeout === 'number' || typeof data?.maxTotalTimeout === 'number';
}

function isVanished(error: McpError): boolean {
  if (hasCode(error, 'methodNotFound')) return true;
  return hasCode(error, 'invalidParams') && /unknown tool|tool\b.{0,200}\bnot found/is.test(error.message);
}
