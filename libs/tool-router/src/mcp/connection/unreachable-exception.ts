import { AuthRequiredException } from '../../errors/auth-required.exception.js';
import { ShuttingDownException } from '../../errors/shutting-down.exception.js';
import type { ToolRouterException } from '../../errors/tool-router.exception.js';
import { ToolUnavailableException } from '../../errors/tool-unavailable.exception.js';
import type { ConnectionStatus } from './connection-status.js';

/** Why a call could not even be sent: worded from the state of the connection. */
export function unreachableException(
  { serverId, state, reason, nextAttemptAt }: ConnectionStatus,
  authorizationUrl?: string,
): ToolRouterException {
  const server = `the server ${JSON.stringify(serverId)}`;
  const message = `MCP server ${JSON.stringify(serverId)} is in the state ${state}${reason === undefined ? '' : `: ${reason}`}`;
  if (state === 'auth_required') {
    return new AuthRequiredException({
      modelMessage: `The call was not run: the user has to sign in to ${server} first.`,
      message,
      serverId,
      ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
    });
  }
  const seconds = nextAttemptAt && Math.max(1, Math.ceil((nextAttemptAt.getTime() - Date.now()) / 1000));
  const next = seconds === undefined ? 'Try again later' : `It is tried again in ${seconds} s. Wait`;
  return new ToolUnavailableException({
    modelMessage: `The call was not run: ${server} is not available now. ${next}, or go on without it.`,
    message,
    retryable: state !== 'incompatible' && state !== 'failed',
  });
}

/** The connection was closed for good while it was waited for. */
export function closedException(serverId: string, shuttingDown: boolean): ToolRouterException {
  const server = `the server ${JSON.stringify(serverId)}`;
  return shuttingDown
    ? new ShuttingDownException({ modelMessage: 'The call was not run: the application is shutting down.' })
    : new ToolUnavailableException({
        modelMessage: `The call was not run: ${server} was removed.`,
        retryable: false,
      });
}
