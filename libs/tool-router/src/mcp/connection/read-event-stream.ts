import { SseParser, type SseEvent } from './sse-parser.js';

/** Where an event stream stood when it ended. */
export interface EventStreamPosition {
  lastEventId?: string;
  /** Milliseconds to wait before the stream is opened again, if the server asked for that. */
  retryMs?: number;
}

/**
 * Reads an event stream to its end.
 * @param position kept up to date while reading, so it is right also when reading fails
 * @param stop ends the reading early, as if the stream had ended
 * @throws when the connection breaks, or one event holds more than `maxChars`
 */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  maxChars: number,
  position: EventStreamPosition,
  stop: AbortSignal,
  onEvent: (event: SseEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const parser = new SseParser(
    maxChars,
    (event) => {
      if (event.id !== undefined) position.lastEventId = event.id;
      if (event.data !== '') onEvent(event);
    },
    (ms) => {
      position.retryMs = ms;
    },
  );
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  if (stop.aborted) cancel();
  stop.addEventListener('abort', cancel, { once: true });
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } catch (error) {
    cancel();
    throw error;
  } finally {
    stop.removeEventListener('abort', cancel);
  }
}
