import {
  ErrorCode,
  McpError,
  type ElicitRequestFormParams,
  type ElicitResult,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpElicitationHandler } from '../mcp-elicitation.js';
import type { ConnectionKey } from './connection-key.js';
import type { Link } from './link.js';
import type { RunningRequest } from './request-tool.js';

/** A question of a server, and where it came from. */
export interface Question {
  readonly link: Link;
  /** The request whose own stream carried the question; undefined where all share one. */
  readonly askedIn: RequestId | undefined;
  readonly params: ElicitRequestFormParams;
  /** The server does not want to know any more, or is gone. */
  readonly signal: AbortSignal;
}

/**
 * Puts a question of a server to the user whose call it belongs to.
 * @throws McpError, which the server gets, when it is not known for sure whose call that is
 */
export async function answerElicitation(
  { link, askedIn, params, signal }: Question,
  { scope, serverId }: Pick<ConnectionKey, 'scope' | 'serverId'>,
  running: ReadonlySet<RunningRequest>,
  handler: McpElicitationHandler,
): Promise<ElicitResult> {
  const owner = ownerOf(link, askedIn, scope, running);
  if (!owner?.call) throw new McpError(ErrorCode.InvalidRequest, 'It is not known whom this question is for.');
  const ended = new AbortController();
  const end = (): void => ended.abort();
  signal.addEventListener('abort', end, { once: true });
  owner.result.then(end, end);
  if (signal.aborted) end();
  const { callId, context } = owner.call;
  const { message, requestedSchema } = params;
  const schema = requestedSchema as Readonly<Record<string, unknown>>;
  const { rawName: toolName } = owner;
  const answer = await handler({
    serverId,
    toolName,
    callId,
    context,
    message,
    requestedSchema: schema,
    signal: ended.signal,
  });
  if (answer.action !== 'accept') return { action: answer.action };
  const content = Object.entries(answer.content).map(([name, value]) => [name, plain(value)] as const);
  return { action: 'accept', content: Object.fromEntries(content) };
}

/**
 * A stream of its own tells whose question it is. Where all calls share a stream, a question may come from a call that
 * was given up long ago: then it can only be asked where all calls are of one user, and while just one runs.
 */
function ownerOf(
  link: Link,
  askedIn: RequestId | undefined,
  scope: ConnectionKey['scope'],
  running: ReadonlySet<RunningRequest>,
): RunningRequest | undefined {
  const over = [...running].filter((request) => request.link === link);
  if (askedIn !== undefined) return over.find(({ id }) => id === askedIn);
  const [only] = over;
  return scope === 'user' && over.length === 1 ? only : undefined;
}

function plain(value: string | number | boolean | readonly string[]): string | number | boolean | string[] {
  return typeof value === 'object' ? [...value] : value;
}
