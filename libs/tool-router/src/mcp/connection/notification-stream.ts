import { readEventStream, type EventStreamPosition } from './read-event-stream.js';
import type { SseEvent } from './sse-parser.js';

const FIRST_REOPEN_MS = 1_000;
const SLOWEST_REOPEN_MS = 60_000;

/** What a lost or found notification stream means to the connection. */
export interface NotificationStreamListener {
  onEvent(event: SseEvent): void;
  /** The stream was lost (`false`), or is open again after it had been lost (`true`): lists may have changed meanwhile. */
  onChange(open: boolean): void;
  /** The server does not know the session any more. */
  onSessionGone(): void;
}

/** Keeps the stream on which a Streamable HTTP server speaks without being asked, and opens it again for ever. */
export class NotificationStream {
  private readonly position: EventStreamPosition = {};
  private timer?: NodeJS.Timeout;
  private failures = 0;
  private lost = false;

  /** @param reopen asks for the stream again; the fetch of the connection then calls `read` with its body */
  constructor(
    private readonly maxChars: number,
    private readonly reopen: (lastEventId: string) => Promise<void>,
    private readonly listener: NotificationStreamListener,
    private readonly closed: AbortSignal,
  ) {
    closed.addEventListener('abort', () => clearTimeout(this.timer), { once: true });
  }

  /** Reads the stream until it is lost, and then sees to the next one. */
  async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const openedAt = Date.now();
    if (this.lost) {
      this.lost = false;
      this.listener.onChange(true);
    }
    await readEventStream(body, this.maxChars, this.position, this.closed, (event) =>
      this.listener.onEvent(event),
    ).catch(() => {});
    if (this.closed.aborted) return;
    this.failures = Date.now() - openedAt < FIRST_REOPEN_MS ? this.failures + 1 : 0;
    this.markLost();
    this.schedule();
  }

  /** The stream could not be opened, and the status (none: no answer at all) says whether it is worth another try. */
  refused(status?: number): void {
    if (this.closed.aborted) return;
    if (this.lost) {
      // The next try is planned by `tryAgain`.
      if (status === 404) this.listener.onSessionGone();
      return;
    }
    if (status !== undefined && status !== 429 && status < 500) return;
    this.markLost();
    this.schedule();
  }

  private schedule(): void {
    const growing = Math.min(FIRST_REOPEN_MS * 2 ** Math.min(Math.max(this.failures - 1, 0), 20), SLOWEST_REOPEN_MS);
    this.timer = setTimeout(() => void this.tryAgain(), Math.max(this.position.retryMs ?? 0, growing));
    this.timer.unref();
  }

  private async tryAgain(): Promise<void> {
    try {
      await this.reopen(this.position.lastEventId ?? '');
    } catch {
      // Told by the transport's own error event; here it only matters that the stream is not open.
    }
    if (this.closed.aborted || !this.lost) return;
    this.failures += 1;
    this.schedule();
  }

  private markLost(): void {
    if (this.lost) return;
    this.lost = true;
    this.listener.onChange(false);
  }
}
