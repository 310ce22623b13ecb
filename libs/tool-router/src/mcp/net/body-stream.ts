import type { Dispatcher } from 'undici';

const HIGH_WATER_BYTES = 64 * 1024;

/** The writing end of a response body. */
export interface BodyStream {
  readonly stream: ReadableStream<Uint8Array>;
  write(chunk: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/** Makes a body that slows the socket down to the pace of its reader, and ends the exchange when the reader leaves. */
export function bodyStream(exchange: Dispatcher.DispatchController): BodyStream {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        sink = controller;
      },
      pull() {
        if (exchange.paused) exchange.resume();
      },
      cancel(reason) {
        sink = undefined;
        exchange.abort(reason instanceof Error ? reason : new Error('The response is not read any more.'));
      },
    },
    { highWaterMark: HIGH_WATER_BYTES, size: (chunk) => chunk.byteLength },
  );
  return {
    stream,
    write(chunk) {
      sink?.enqueue(chunk);
      if ((sink?.desiredSize ?? 1) <= 0) exchange.pause();
    },
    end() {
      sink?.close();
      sink = undefined;
    },
    fail(error) {
      sink?.error(error);
      sink = undefined;
    },
  };
}
