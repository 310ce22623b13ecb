import { ToolCancelledException } from '../errors/tool-cancelled.exception.js';
import { ToolRouterException } from '../errors/tool-router.exception.js';
import { ToolTimeoutException } from '../errors/tool-timeout.exception.js';
import { followSignal, type Cancellable } from './shared-abort.js';

/** The longest delay that a timer takes; above it, Node fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The life of one call: its deadline, its cancellation, and a signal that is only made when somebody reads it. */
export class CallScope implements Cancellable {
  private readonly startedAt = performance.now();
  private controller: AbortController | undefined = undefined;
  private over: ToolRouterException | undefined = undefined;
  private stop: ((reason: ToolRouterException) => void) | undefined = undefined;
  private isDispatched = false;

  /**
   * @param parent the request's signal
   * @param limitMs the longest duration, in milliseconds from now
   */
  constructor(
    private readonly toolName: string,
    private readonly parent: AbortSignal | undefined,
    private readonly limitMs: number,
  ) {}

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.over !== undefined) this.controller.abort(this.over);
    }
    return this.controller.signal;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  get remainingMs(): number {
    return Math.max(0, this.limitMs - this.elapsedMs);
  }

  /**
   * Says that the tool is about to run.
   * @throws ToolRouterException when the call is over before it began
   */
  dispatch(): void {
    if (this.over === undefined) {
      if (this.parent?.aborted === true) this.cancel(this.parent.reason);
      else if (!(this.limitMs > 0)) this.end(this.timeout());
    }
    if (this.over !== undefined) throw this.over;
    this.isDispatched = true;
  }

  cancel(reason: unknown): void {
    const effect = this.isDispatched ? 'It had been started and may have had an effect.' : 'Nothing was run.';
    this.end(
      ToolRouterException.is(reason)
        ? reason
        : new ToolCancelledException({ modelMessage: `The call was cancelled. ${effect}`, cause: reason }),
    );
  }

  /** Waits for the work, or for the end of the call, whichever comes first; `pending` holds the scope meanwhile. */
  race<T>(work: Promise<T>, pending: Set<CallScope>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => this.end(this.timeout()), Math.min(this.remainingMs, LONGEST_TIMER_MS));
      const unfollow = this.parent === undefined ? undefined : followSignal(this.parent, this);
      const finish = () => {
        clearTimeout(timer);
        unfollow?.();
        pending.delete(this);
        this.stop = undefined;
      };
      pending.add(this);
      this.stop = (reason) => {
        finish();
        reject(reason);
      };
      work.then(
        (value) => {
          finish();
          return resolve(value);
        },
        (error: unknown) => {
          finish();
          reject(error);
        },
      );
      if (this.parent?.aborted === true) this.cancel(this.parent.reason);
    });
  }

  private timeout(): ToolTimeoutException {
    const effect = this.isDispatched
      ? 'It had been started and may still have an effect: check before you repeat it.'
      : 'It had not been started, nothing was run.';
    return new ToolTimeoutException({
      modelMessage: `The call of ${this.toolName} did not end within ${this.limitMs} ms. ${effect}`,
    });
  }

  private end(reason: ToolRouterException): void {
    if (this.over !== undefined) return;
    this.over = reason;
    this.controller?.abort(reason);
    this.stop?.(reason);
  }
}
