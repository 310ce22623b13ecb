/** One event of an event stream. */
export interface SseEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

/** An event grew over the limit of the stream. */
export class SseEventTooLarge extends Error {}

/**
 * Reads an event stream as the HTML standard defines it: any line ending, several data lines, comments ignored.
 * @param onEvent called for every event with data, and for events that only carry an id
 * @param onRetry called with the milliseconds of a `retry` field
 */
export class SseParser {
  private rest = '';
  private started = false;
  private data: string[] = [];
  private size = 0;
  private id: string | undefined;
  private event: string | undefined;

  constructor(
    private readonly maxChars: number,
    private readonly onEvent: (event: SseEvent) => void,
    private readonly onRetry: (ms: number) => void,
  ) {}

  /** @throws SseEventTooLarge when one event holds more than the allowed characters */
  feed(chunk: string): void {
    let text = this.rest + chunk;
    if (!this.started && text !== '') {
      this.started = true;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    let start = 0;
    for (let end = lineEnd(text, start); end !== -1; end = lineEnd(text, start)) {
      const isCr = text.charCodeAt(end) === 13;
      // A CR at the very end may be the first half of a CRLF that the next chunk completes.
      if (isCr && end === text.length - 1) break;
      this.line(text.slice(start, end));
      start = end + (isCr && text.charCodeAt(end + 1) === 10 ? 2 : 1);
    }
    this.rest = start === 0 ? text : text.slice(start);
    if (this.rest.length + this.size > this.maxChars) throw new SseEventTooLarge();
  }

  private line(line: string): void {
    if (line === '') return this.dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1);
    if (field === 'data') {
      this.size += value.length;
      if (this.size > this.maxChars) throw new SseEventTooLarge();
      this.data.push(value);
    } else if (field === 'id' && !value.includes('\0')) this.id = value;
    else if (field === 'event') this.event = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) this.onRetry(Number(value));
  }

  private dispatch(): void {
    const { id, event, data } = this;
    this.data = [];
    this.size = 0;
    this.id = undefined;
    this.event = undefined;
    if (data.length === 0 && id === undefined) return;
    this.onEvent({ ...(id === undefined ? {} : { id }), ...(event ? { event } : {}), data: data.join('\n') });
  }
}

function lineEnd(text: string, from: number): number {
  const lf = text.indexOf('\n', from);
  const cr = text.indexOf('\r', from);
  if (lf === -1) return cr;
  return cr === -1 ? lf : Math.min(lf, cr);
}
