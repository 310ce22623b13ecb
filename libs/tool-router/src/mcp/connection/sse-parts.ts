import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { HttpDefinition } from '../definition/server-definition.js';
import { readEventStream } from './read-event-stream.js';
import { DEFAULT_MAX_MESSAGE_BYTES } from './stdio-parts.js';
import type { TransportListener, TransportParts } from './transport-parts.js';
import { WatchedTransport } from './watched-transport.js';

const MAX_SHOWN_ERROR = 500;

/**
 * Builds the transport to a server that speaks the older HTTP+SSE way; nothing is sent yet.
 * Its stream is the connection: a new stream is a new session, so the transport closes when the stream ends.
 */
export function sseParts(
  definition: HttpDefinition,
  fetch: FetchLike,
  listener: TransportListener,
  offeredVersion?: string,
): TransportParts {
  const stop = new AbortController();
  const maxChars = definition.maxBufferSize ?? DEFAULT_MAX_MESSAGE_BYTES;
  let loss: string | undefined;
  let opened = false;
  const inner = new SSEClientTransport(new URL(definition.url), {
    fetch: (url, init) => (init?.method === 'POST' ? post(fetch, url, init) : openStream(url, init)),
  });
  const transport: WatchedTransport = new WatchedTransport(inner, listener, offeredVersion, () => stop.abort());
  return { transport, lossReason: () => loss };

  async function openStream(url: string | URL, init?: RequestInit): Promise<Response> {
    if (opened) throw new Error('The event stream of this connection is over.');
    const response = await fetch(url, init);
    if (!response.ok || !response.body) return response;
    opened = true;
    return new Response(endpointOnly(response.body), { headers: { 'content-type': 'text/event-stream' } });
  }

  /** Passes the endpoint on to the SDK and takes the messages itself, so that a broken reply fails its request. */
  function endpointOnly(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    let known = false;
    return new ReadableStream<Uint8Array>({
      start(controller) {
        const reading = readEventStream(body, maxChars, {}, stop.signal, (event) => {
          if (event.event !== 'endpoint') return receive(event.data);
          if (known) return lost('The server began a new session on the open stream.');
          known = true;
          controller.enqueue(new TextEncoder().encode(`event: endpoint\ndata: ${event.data}\n\n`));
        });
        reading.then(
          () => lost('The event stream ended.'),
          (error: unknown) => lost(`The event stream broke: ${String(error)}`),
        );
      },
      cancel: () => stop.abort(),
    });
  }

  function receive(data: string): void {
    try {
      transport.receive(JSON.parse(data));
    } catch {
      listener.onNoise(data);
    }
  }

  function lost(reason: string): void {
    if (stop.signal.aborted) return;
    loss = reason;
    void transport.close();
  }
}

/** Posts a message; the SDK would bury the status of a refusal in a text. */
async function post(fetch: FetchLike, url: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok || response.status === 401 || (response.status >= 300 && response.status < 400)) return response;
  const text = await response.text().catch(() => '');
  throw new StreamableHTTPError(response.status, text.slice(0, MAX_SHOWN_ERROR));
}
