/** Work that nobody waits for, except the end of the application. */
export class BackgroundWork {
  private readonly running = new Set<Promise<unknown>>();

  add(work: Promise<unknown>): void {
    const tracked = work
      .catch(() => {})
      .finally(() => {
        this.running.delete(tracked);
      });
    this.running.add(tracked);
  }

  /** Waits for everything that runs, also for what it starts. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
