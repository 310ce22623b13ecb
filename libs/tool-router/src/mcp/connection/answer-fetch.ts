import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { WholeResponse, type WholeBodyInit } from '../net/whole-response.js';
import type { AnswerReader } from './answer-reader.js';
import { ExchangeSignal } from './exchange-signal.js';
import type { HttpWire } from './http-wire.js';
import type { NotificationStream } from './notification-stream.js';
import { requestIdOf } from './request-id.js';

const SESSION_HEADER = 'mcp-session-id';
const LAST_EVENT_HEADER = 'last-event-id';
/** What the SDK sees in place of an answer that was read here; without a body, so that it serves any number of times. */
const ACCEPTED = new Response(null, { status: 202 });

/** Who takes the bodies that the fetch keeps from the SDK. */
export interface AnswerTakers {
  readonly wire: HttpWire;
  readonly reader: AnswerReader;
  readonly notifications: NotificationStream;
  /** The requests under way; the one who closes the transport ends them. */
  readonly exchanges: Set<ExchangeSignal>;
  /** Streams that were asked for to go on after an event, by its id. */
  readonly resumes: Map<string, (body: ReadableStream<Uint8Array>) => void>;
}

/**
 * Wraps the fetch of a Streamable HTTP transport, and reads the answers itself: the SDK would leave a request without
 * answer to its timeout, and stops to listen for notifications after two lost streams. The SDK sees a `202` for an
 * answered request and a `405` for the notification stream, which both mean to it that there is nothing to read.
 */
export function answerFetch(base: FetchLike, takers: AnswerTakers): FetchLike {
  return (url, init) => {
    if (init?.method === 'GET') return openStream(base, takers, url, init);
    const id = init?.method === 'POST' ? requestIdOf(init.body) : undefined;
    return id === undefined ? base(url, init) : post(base, takers, url, init ?? {}, id);
  };
}

async function post(
  base: FetchLike,
  { wire, reader, exchanges }: AnswerTakers,
  url: string | URL,
  init: RequestInit,
  id: RequestId,
): Promise<Response> {
  const exchange = new ExchangeSignal();
  const release = (): void => void exchanges.delete(exchange);
  wire.onAbandon(id, () => exchange.abort());
  exchanges.add(exchange);
  try {
    const asked: WholeBodyInit = { ...init, signal: exchange.asAbortSignal(), wholeBody: true };
    const response = await base(url, asked);
    const session = response.headers.get(SESSION_HEADER);
    const newSession = session === null || session === wire.sessionId ? undefined : session;
    const reading = takeAnswer(response, reader, id, newSession !== undefined);
    if (reading) void reading.finally(release);
    else release();
    if (!reading && response.status !== 202) return response;
    if (!reading) wire.fail(id, 'no_answer', 'the server accepted the request without an answer');
    return newSession === undefined ? ACCEPTED : acceptedWith(newSession);
  } catch (error) {
    release();
    throw error;
  }
}

function takeAnswer(
  response: Response,
  reader: AnswerReader,
  id: RequestId,
  isFirst: boolean,
): Promise<void> | undefined {
  const { ok, body } = response;
  if (!ok || !(body || response instanceof WholeResponse)) return undefined;
  const type = mediaTypeOf(response);
  const read =
    type === 'text/event-stream' && body
      ? () => reader.readStream(body, id)
      : type === 'application/json'
        ? () => reader.readJson(response, id)
        : undefined;
  return read && (isFirst ? handedOver().then(read) : read());
}

/**
 * The transport takes the session id only when it gets the response, and the client goes on as soon as it has the
 * answer: an answer that is read at once would let the next request leave without the session.
 */
function handedOver(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function openStream(
  base: FetchLike,
  { notifications, resumes }: AnswerTakers,
  url: string | URL,
  init: RequestInit,
): Promise<Response> {
  const after = new Headers(init.headers).get(LAST_EVENT_HEADER);
  const take = after === null ? undefined : resumes.get(after);
  const response = await base(url, init).catch((error: unknown) => {
    if (!take) notifications.refused();
    throw error;
  });
  if (!response.ok && !take) notifications.refused(response.status);
  if (!response.ok || mediaTypeOf(response) !== 'text/event-stream' || !response.body) return response;
  if (take) take(response.body);
  else void notifications.read(response.body);
  return new Response(null, { status: 405 });
}

function acceptedWith(session: string): Response {
  return new Response(null, { status: 202, headers: { [SESSION_HEADER]: session } });
}

function mediaTypeOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}
