import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { WholeResponse } from '../net/whole-response.js';
import type { HttpWire } from './http-wire.js';
import { readEventStream, type EventStreamPosition } from './read-event-stream.js';
import { SseEventTooLarge, type SseEvent } from './sse-parser.js';

/** Milliseconds that a stream may stay open after it has carried its answer. */
const AFTER_ANSWER_MS = 5_000;
const FIRST_RESUME_MS = 1_000;
const LONGEST_RESUME_MS = 30_000;
/** Resumed streams in a row that bring nothing before the request is given up. */
const MAX_IDLE_RESUMES = 5;

const UTF8 = new TextDecoder();

/** Reads the answers of one HTTP connection and hands their messages on. */
export class AnswerReader {
  /** @param resume opens a stream that goes on after an event; resolves to its body, or undefined where there is none */
  constructor(
    private readonly wire: HttpWire,
    private readonly maxBytes: number,
    private readonly resume: (lastEventId: string) => Promise<ReadableStream<Uint8Array> | undefined>,
    private readonly closed: AbortSignal,
  ) {}

  /** Reads a plain JSON answer. */
  async readJson(response: Response, id: RequestId): Promise<void> {
    let value: unknown;
    try {
      value = JSON.parse(await this.boundedText(response));
    } catch (error) {
      if (error instanceof SseEventTooLarge) return this.fail(id, 'too_large', this.tooLarge());
      if (error instanceof SyntaxError) return this.fail(id, 'malformed', 'the answer is not JSON');
      return this.fail(id, 'stream_lost', 'the connection broke before the answer was complete');
    }
    this.wire.receive(value, id);
    this.fail(id, 'no_answer', 'the HTTP answer holds no reply to the request');
  }

  /** Reads an event stream until its request is answered, and goes on with a new one where the server allows that. */
  async readStream(first: ReadableStream<Uint8Array>, id: RequestId): Promise<void> {
    const position: EventStreamPosition = {};
    let body: ReadableStream<Uint8Array> | undefined = first;
    for (let idle = 0; ; idle++) {
      const before = position.lastEventId;
      const fault = body && (await this.readOnce(body, id, position));
      if (!this.wire.isPending(id)) return;
      if (fault) return this.fail(id, 'too_large', fault);
      if (position.lastEventId !== before) idle = 0;
      if (position.lastEventId === undefined || idle >= MAX_IDLE_RESUMES) break;
      await this.wait(position.retryMs ?? Math.min(FIRST_RESUME_MS * 1.5 ** idle, LONGEST_RESUME_MS));
      if (this.closed.aborted || !this.wire.isPending(id)) return;
      body = await this.resume(position.lastEventId).catch(() => undefined);
    }
    this.fail(id, 'stream_lost', 'the answer stream ended before a response');
  }

  private async readOnce(
    body: ReadableStream<Uint8Array>,
    id: RequestId,
    position: EventStreamPosition,
  ): Promise<string | undefined> {
    const stop = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    this.wire.onAbandon(id, () => stop.abort());
    try {
      await readEventStream(body, this.maxBytes, position, stop.signal, (event) => {
        this.receiveEvent(event, id);
        if (timer !== undefined || this.wire.isPending(id)) return;
        timer = setTimeout(() => stop.abort(), AFTER_ANSWER_MS);
        timer.unref();
      });
    } catch (error) {
      if (error instanceof SseEventTooLarge) return this.tooLarge();
    } finally {
      clearTimeout(timer);
    }
    return undefined;
  }

  /**
   * Hands the message of an event on; other events than messages mean nothing here.
   * @param carrier the request whose answer the stream is
   */
  receiveEvent(event: SseEvent, carrier?: RequestId): void {
    if (event.event !== undefined && event.event !== 'message') return;
    let value: unknown;
    try {
      value = JSON.parse(event.data);
    } catch {
      value = undefined;
    }
    this.wire.receive(value, carrier);
  }

  private async boundedText(response: Response): Promise<string> {
    if (response instanceof WholeResponse) {
      if (response.whole.byteLength > this.maxBytes) throw new SseEventTooLarge();
      return UTF8.decode(response.whole);
    }
    const body = response.body;
    if (!body) return '';
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    if (length <= this.maxBytes && !response.headers.has('content-encoding')) return response.text();
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > this.maxBytes) {
        await reader.cancel().catch(() => {});
        throw new SseEventTooLarge();
      }
      text += decoder.decode(part.value, { stream: true });
    }
    return text + decoder.decode();
  }

  private async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms);
      const { closed } = this;
      closed.addEventListener('abort', done, { once: true });
      function done(): void {
        clearTimeout(timer);
        closed.removeEventListener('abort', done);
        resolve();
      }
    });
  }

  private fail(id: RequestId, kind: 'too_large' | 'malformed' | 'stream_lost' | 'no_answer', problem: string): void {
    this.wire.fail(id, kind, problem);
  }

  private tooLarge(): string {
    return `the server sent a message over the limit of ${this.maxBytes} bytes (maxBufferSize)`;
  }
}
