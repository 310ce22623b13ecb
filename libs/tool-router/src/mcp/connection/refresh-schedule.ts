/** How often a list is read again. */
export interface RefreshTiming {
  /** Milliseconds in which notifications are gathered. */
  readonly debounceMs: number;
  /** Milliseconds between the starts of two sweeps that notifications cause. */
  readonly minIntervalMs: number;
}

/** Reads a list again on demand: one sweep at a time, and what is asked for during a sweep is not lost. */
export class RefreshSchedule {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private next?: Promise<void>;
  private wanted = false;
  private lastStart = Number.NEGATIVE_INFINITY;
  private stopped = false;

  constructor(
    private readonly sweep: () => Promise<void>,
    private readonly timing: RefreshTiming,
  ) {}

  /** A notification came: reads the list soon, and not too often. */
  request(): void {
    this.wanted = true;
    this.arm();
  }

  /** Reads the list now; callers that come during a sweep share the one that follows it. */
  now(): Promise<void> {
    if (!this.running) return this.start();
    this.next ??= this.running.then(
      () => this.follow(),
      () => this.follow(),
    );
    return this.next;
  }

  /** Ends everything that is planned; a running sweep ends by itself. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private follow(): Promise<void> {
    this.next = undefined;
    return this.start();
  }

  private arm(): void {
    if (this.timer || this.running || this.stopped) return;
    const { debounceMs, minIntervalMs } = this.timing;
    const delay = Math.max(debounceMs, this.lastStart + minIntervalMs - Date.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.start().catch(() => {});
    }, delay);
    this.timer.unref();
  }

  private start(): Promise<void> {
    if (this.running) return this.running;
    this.wanted = false;
    this.lastStart = Date.now();
    this.running = this.sweep().finally(() => {
      this.running = undefined;
      if (this.wanted) this.arm();
    });
    return this.running;
  }
}
