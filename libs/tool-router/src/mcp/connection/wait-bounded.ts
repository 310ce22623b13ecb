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
  let stop: () => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    const cancelled = (): void => reject(new WaitEnded('cancelled'));
    const timer = setTimeout(() => reject(new WaitEnded('timeout')), Math.max(0, deadline - Date.now()));
    signal?.addEventListener('abort', cancelled, { once: true });
    if (signal?.aborted) cancelled();
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancelled);
    };
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    stop();
  }
}
