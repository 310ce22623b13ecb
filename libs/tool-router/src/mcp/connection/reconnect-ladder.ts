import { backoffDelay, slowProbeDelay, type BackoffPolicy } from './backoff.js';

/** Milliseconds that a connection has to live to prove that the server is well. */
const STABLE_MS = 30_000;

/** Decides when a server that failed is tried again: it never gives up and never storms. */
export class ReconnectLadder {
  /** Failures in a row. */
  failures = 0;
  /** Before this time nothing may be tried, as `Date.now()` counts. */
  private notBefore = 0;
  private timer?: NodeJS.Timeout;

  /** @param attempt tries again; called by a timer that does not keep the process alive */
  constructor(
    private readonly policy: BackoffPolicy,
    private readonly attempt: () => void,
  ) {}

  get mayTry(): boolean {
    return Date.now() >= this.notBefore;
  }

  /** When the next attempt is planned or allowed; undefined when it is allowed now. */
  get nextAttemptAt(): Date | undefined {
    return this.mayTry ? undefined : new Date(this.notBefore);
  }

  /** A connection ended that had lived for a time: long enough, and earlier failures do not count any more. */
  lived(ms: number): void {
    if (ms >= STABLE_MS) this.failures = 0;
  }

  /** An attempt failed, and a quick retry may help. */
  failed(): void {
    this.failures += 1;
    this.plan(backoffDelay(this.failures, this.policy), true);
  }

  /** An attempt failed in a way that only a change on the other side ends. */
  failedForLong(): void {
    this.failures += 1;
    this.plan(slowProbeDelay(this.policy), true);
  }

  /** An attempt failed because somebody has to act; only demand tries again. */
  waitsForSomebody(): void {
    this.failures += 1;
    this.plan(backoffDelay(this.failures, this.policy), false);
  }

  /**
   * What worked before failed. The first time, demand may repair it at once;
   * further times count like failed attempts.
   */
  stumbled(): void {
    this.failures += 1;
    this.plan(backoffDelay(this.failures, this.policy), true);
    if (this.failures === 1) this.notBefore = 0;
  }

  /** Somebody acted: the next attempt is allowed now. */
  allowNow(): void {
    this.notBefore = 0;
  }

  /** Ends what is planned. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private plan(delayMs: number, byTimer: boolean): void {
    this.stop();
    this.notBefore = Date.now() + delayMs;
    if (!byTimer) return;
    this.timer = setTimeout(() => {
      this.notBefore = 0;
      this.attempt();
    }, delayMs);
    this.timer.unref();
  }
}
