import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { HttpDefinition } from '../definition/server-definition.js';
import { answerFetch, type AnswerTakers } from './answer-fetch.js';
import { AnswerReader } from './answer-reader.js';
import type { HttpWire } from './http-wire.js';
import { NotificationStream } from './notification-stream.js';
import { DEFAULT_MAX_MESSAGE_BYTES } from './stdio-parts.js';
import type { TransportListener, TransportParts } from './transport-parts.js';
import { WatchedTransport } from './watched-transport.js';

/** Builds the transport to a Streamable HTTP server; nothing is sent yet. */
export function streamableParts(
  definition: HttpDefinition,
  fetch: FetchLike,
  listener: TransportListener,
  offeredVersion?: string,
): TransportParts {
  const closed = new AbortController();
  const maxBytes = definition.maxBufferSize ?? DEFAULT_MAX_MESSAGE_BYTES;
  const resumes: AnswerTakers['resumes'] = new Map();
  const exchanges: AnswerTakers['exchanges'] = new Set();
  closed.signal.addEventListener('abort', () => {
    for (const exchange of exchanges) exchange.abort();
  });
  const wire: HttpWire = {
    get sessionId() {
      return transport.sessionId;
    },
    receive: (value, carrier) => transport.receive(value, carrier),
    isPending: (id) => transport.isPending(id),
    fail: (id, kind, problem) => transport.fail(id, kind, problem),
    onAbandon: (id, abandon) => transport.onAbandon(id, abandon),
  };
  const reader = new AnswerReader(wire, maxBytes, resume, closed.signal);
  const notifications = new NotificationStream(
    maxBytes,
    (lastEventId) => inner.resumeStream(lastEventId),
    {
      onEvent: (event) => reader.receiveEvent(event),
      onChange: (open) => listener.onNotificationStream(open),
      onSessionGone: () => listener.onSessionGone(),
    },
    closed.signal,
  );
  const inner: StreamableHTTPClientTransport = new StreamableHTTPClientTransport(new URL(definition.url), {
    fetch: answerFetch(fetch, { wire, reader, notifications, exchanges, resumes }),
  });
  const transport: WatchedTransport = new WatchedTransport(inner, listener, offeredVersion, () => closed.abort());
  return { transport, terminate: () => inner.terminateSession() };

  async function resume(lastEventId: string): Promise<ReadableStream<Uint8Array> | undefined> {
    let taken: ReadableStream<Uint8Array> | undefined;
    resumes.set(lastEventId, (body) => {
      taken = body;
    });
    try {
      await inner.resumeStream(lastEventId);
    } finally {
      resumes.delete(lastEventId);
    }
    return taken;
  }
}
