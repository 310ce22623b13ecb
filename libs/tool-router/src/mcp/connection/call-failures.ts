import type { McpError } from '@modelcontextprotocol/sdk/types.js';
import { AuthRequiredException } from '../../errors/auth-required.exception.js';
import { OutcomeUnknownException } from '../../errors/outcome-unknown.exception.js';
import { ProtocolException } from '../../errors/protocol.exception.js';
import { ShuttingDownException } from '../../errors/shutting-down.exception.js';
import { ToolCancelledException } from '../../errors/tool-cancelled.exception.js';
import { ToolExecutionException } from '../../errors/tool-execution.exception.js';
import type { ToolRouterException } from '../../errors/tool-router.exception.js';
import { ToolTimeoutException } from '../../errors/tool-timeout.exception.js';
import { ToolUnavailableException } from '../../errors/tool-unavailable.exception.js';
import { headOf } from '../../text/cut-text.js';
import type { StopReason } from './request-tool.js';

/** The call that failures are worded for. */
export interface CallSubject {
  readonly serverId: string;
  readonly rawName: string;
  /** Running the tool twice does no harm. */
  readonly repeatable: boolean;
  /** Where the user may sign in. */
  readonly authorizationUrl: string | undefined;
  /** Takes the secrets of the server out of a text. */
  readonly mask: (text: string) => string;
}

/** The exceptions of one failed call, each with a text for the model and one for the developer. */
export interface CallFailures {
  stopped(reason: StopReason): ToolRouterException;
  /** The call was sent, and nobody knows what became of it. */
  interrupted(reason: string): ToolRouterException;
  unavailable(reason: string | undefined): ToolRouterException;
  malformed(problem: string): ToolRouterException;
  vanished(): ToolRouterException;
  /** @param url where the server itself sends the user to */
  signIn(url?: string): ToolRouterException;
  /** The server does not let the user do this. */
  denied(reason: string): ToolRouterException;
  refused(error: McpError): ToolRouterException;
}

const MAX_SERVER_TEXT = 2_000;

/** Words the failures of one call. */
export function callFailures(subject: CallSubject, cause: unknown): CallFailures {
  const { serverId, rawName, repeatable, mask } = subject;
  const tool = `The tool ${JSON.stringify(rawName)} of the server ${JSON.stringify(serverId)}`;
  const server = `the server ${JSON.stringify(serverId)}`;
  const options = (modelMessage: string, reason?: string) => ({
    modelMessage,
    message: `${tool}: ${mask(reason ?? modelMessage)}`,
    cause,
  });
  const interrupted = (reason: string): ToolRouterException =>
    repeatable
      ? new ToolUnavailableException(
          options(`The connection to ${server} broke during the call. Try again later.`, reason),
        )
      : new OutcomeUnknownException(
          options(
            `The connection to ${server} broke after the call was sent: it may or may not have run. Check what it did before calling it again.`,
            reason,
          ),
        );
  return {
    interrupted,
    stopped(reason) {
      if (reason === 'cancelled')
        return new ToolCancelledException(options('The call was cancelled after it had been sent.'));
      if (reason === 'shutting_down') {
        return new ShuttingDownException(options('The application is shutting down; the call was given up.'));
      }
      if (reason === 'closing') return interrupted('The connection was closed during the call.');
      return new ToolTimeoutException(
        options('The call did not end within its time. It had been sent and may still have an effect.'),
      );
    },
    unavailable: (reason) =>
      new ToolUnavailableException(
        options(`The call was not run: ${server} is not available now. Try again later or go on without it.`, reason),
      ),
    malformed: (problem) =>
      new ProtocolException(
        options(`The reply of ${server} was malformed or unusable; calling again may not help.`, problem),
      ),
    vanished: () =>
      new ToolUnavailableException({
        ...options(`The call was not run: ${server} no longer offers this tool.`),
        retryable: false,
      }),
    denied: (reason) =>
      new ToolUnavailableException({
        ...options(`The call was not run: ${server} denies access to this tool.`, reason),
        retryable: false,
      }),
    signIn: (url = subject.authorizationUrl) =>
      new AuthRequiredException({
        ...options(`The call was not run: the user has to sign in to ${server} first.`),
        serverId,
        ...(url === undefined ? {} : { authorizationUrl: url }),
      }),
    refused: (error) =>
      new ToolExecutionException(`The server refused the call: ${mask(serverText(error))}`, {
        kind: 'refused_by_server',
        cause: error,
        developerMessage: `${tool}: JSON-RPC error ${error.code}: ${mask(serverText(error))}`,
      }),
  };
}

/** What a server says about a refused call, without the SDK's prefix and without a stack. */
function serverText(error: McpError): string {
  const text = error.message.replace(/^MCP error -?\d+: /, '').replace(/(?:^|\n)\s*at .+/g, '');
  return headOf(text.trim() === '' ? `error ${error.code}` : text.trim(), MAX_SERVER_TEXT);
}
