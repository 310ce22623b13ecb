import { BuiltInFailure } from '../built-in-failure.js';

/** When a search has to end. */
export interface SearchLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The answer where a search took too long: never an empty success. */
export function searchTimeout(timeoutMs: number): BuiltInFailure {
  return new BuiltInFailure(
    'timeout',
    `The search was stopped after ${timeoutMs} ms without a complete result.`,
    'Search a smaller folder, or a pattern that is more specific.',
  );
}

/** The answer where the request gave up. */
export function searchCancelled(): BuiltInFailure {
  return new BuiltInFailure('cancelled', 'The search was cancelled.');
}

/**
 * Calls `stop` once, when the time is over or the signal fires, and not after `release`.
 * @returns the failure that ended the search, and the way to let go
 */
export function watchLimits(
  limits: SearchLimits,
  stop: (failure: BuiltInFailure) => void,
): { readonly release: () => void } {
  const onAbort = (): void => stop(searchCancelled());
  const timer = setTimeout(() => stop(searchTimeout(limits.timeoutMs)), limits.timeoutMs);
  limits.signal.addEventListener('abort', onAbort, { once: true });
  if (limits.signal.aborted) queueMicrotask(onAbort);
  return {
    release: () => {
      clearTimeout(timer);
      limits.signal.removeEventListener('abort', onAbort);
    },
  };
}
