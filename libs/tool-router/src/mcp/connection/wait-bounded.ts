/** The wait ended before what was waited for. */
export class WaitEnded extends Error {
  constructor(readonly reason: 'cancelled' | 'timeout') {
    super(reason);
  }
}

/**
 * Waits for shared work without any hold on it: the work goes on when this wait ends.
 * @param deadline as `Date.now()` counts
 * @throws WaitEnded when the signal fires or the deadline passes first
 */
export async function waitBounded<T>(work: Promise<T>, signal: AbortSignal | undefined, deadline: number): Promise<T> {
  // Also when nobody waits any more, a failure of the work is no failure of the process.
  work.catch(() => {});
  let reject!: (reason: WaitEnded) => void;
  const ended = new Promise<never>((_resolve, fail) => {
    reject = fail;
  });
  const cancelled = (): void => reject(new WaitEnded('cancelled'));
  const timer = setTimeout(() => reject(new WaitEnded('timeout')), Math.max(0, deadline - Date.now()));
  signal?.addEventListener('abort', cancelled, { once: true });
  if (signal?.aborted) cancelled();
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancelled);
  }
}
