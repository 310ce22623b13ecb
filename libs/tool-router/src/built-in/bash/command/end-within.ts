import type { CommandEnd, LiveCommand } from './live-command.js';

type Cause = 'itself' | 'timeout' | 'cancelled';

/** What ended a command. */
export interface BoundedEnd {
  readonly cause: Cause;
  readonly end: CommandEnd;
}

/** Waits for a command to end, and ends it when its time is over or its call is cancelled. */
export async function endWithin(command: LiveCommand, ms: number, signal: AbortSignal): Promise<BoundedEnd> {
  const first: { cause: Cause } = { cause: 'itself' };
  const stop = (cause: Cause): void => {
    if (first.cause === 'itself') first.cause = cause;
    void command.end();
  };
  const cancel = (): void => stop('cancelled');
  const timer = setTimeout(() => stop('timeout'), ms);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const end = await command.ended;
  clearTimeout(timer);
  signal.removeEventListener('abort', cancel);
  // At the limit the shell may have ended by itself already, and only its last children were being ended.
  return { cause: first.cause === 'timeout' && !end.wasAsked ? 'itself' : first.cause, end };
}
