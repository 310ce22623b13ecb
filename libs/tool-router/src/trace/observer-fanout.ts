import { Logger } from '@nestjs/common';
import type { ToolCallEnd, ToolCallObserver, ToolCallStart } from '../tool/tool-call-events.js';

/** Tells every observer about a call. A hook that throws, rejects or never ends is the observer's own affair. */
export class ObserverFanout {
  readonly #logger = new Logger('ToolRouter');

  constructor(private readonly observers: readonly ToolCallObserver[]) {}

  /** Without observers no event needs to be made. */
  get isIdle(): boolean {
    return this.observers.length === 0;
  }

  start(event: ToolCallStart): void {
    Object.freeze(event);
    for (const observer of this.observers) {
      try {
        this.#ignore('onToolCallStart', observer.onToolCallStart?.(event));
      } catch (error) {
        this.#report('onToolCallStart', error);
      }
    }
  }

  end(event: ToolCallEnd): void {
    Object.freeze(event);
    for (const observer of this.observers) {
      try {
        this.#ignore('onToolCallEnd', observer.onToolCallEnd?.(event));
      } catch (error) {
        this.#report('onToolCallEnd', error);
      }
    }
  }

  /** Nobody waits for an observer; a promise that rejects must not end the process. */
  #ignore(hook: keyof ToolCallObserver, answer: unknown): void {
    if (answer instanceof Promise) answer.catch((error: unknown) => this.#report(hook, error));
  }

  #report(hook: keyof ToolCallObserver, error: unknown): void {
    this.#logger.warn(`An observer's ${hook} failed: ${kindOf(error)}`);
  }
}

/** The kind of a failure without its message, which may hold what the observer was told. */
function kindOf(error: unknown): string {
  try {
    const name: unknown = error instanceof Error ? error.constructor.name : undefined;
    return typeof name === 'string' ? name : typeof error;
  } catch {
    return 'an error that cannot be read';
  }
}
