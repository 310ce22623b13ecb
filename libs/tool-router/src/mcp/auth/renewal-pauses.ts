const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;
const MAX_ENTRIES = 10_000;

interface Pause<T> {
  readonly result: T;
  readonly until: number;
  readonly lengthMs: number;
}

/** Remembers failed attempts, so that the next ones get the same answer for a while. The pauses grow from 5 s to 60 s. */
export class RenewalPauses<T> {
  private readonly pauses = new Map<string, Pause<T>>();

  /** The result of the last failed attempt while its pause lasts. */
  get(key: string): T | undefined {
    const pause = this.pauses.get(key);
    return pause !== undefined && pause.until > Date.now() ? pause.result : undefined;
  }

  /** The result of the last failed attempt. */
  last(key: string): T | undefined {
    return this.pauses.get(key)?.result;
  }

  /** Begins a pause. */
  note(key: string, result: T): T {
    const before = this.pauses.get(key);
    const lengthMs = before === undefined ? FIRST_MS : Math.min(before.lengthMs * 2, LONGEST_MS);
    this.pauses.delete(key);
    this.pauses.set(key, { result, until: Date.now() + lengthMs, lengthMs });
    const [oldest] = this.pauses.keys();
    if (this.pauses.size > MAX_ENTRIES && oldest !== undefined) this.pauses.delete(oldest);
    return result;
  }

  /** An attempt succeeded. */
  clear(key: string): void {
    this.pauses.delete(key);
  }
}
