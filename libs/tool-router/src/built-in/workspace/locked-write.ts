import { BuiltInFailure } from '../built-in-failure.js';
import type { BuiltInCall } from '../built-in-tool.js';
import { ioFailure } from './io-failure.js';
import { withPathLocks } from './locks.js';
import { guardPath, type GuardedPath } from './path-guard.js';

/**
 * Guards a path for writing and runs `write` while no other call writes the same file.
 * The guard runs again once the lock is there, because whoever held it may have changed what is at the path.
 * @throws BuiltInFailure what the guard refuses, `cancelled`, `stale` where the path leads elsewhere by now, and file system errors in words
 */
export async function withLockedWrite<T>(
  input: unknown,
  { context, invocation }: BuiltInCall,
  write: (path: GuardedPath) => Promise<T>,
): Promise<T> {
  const first = await guardPath(input, 'write', context);
  return withPathLocks([first.real], async () => {
    const path = await guardPath(input, 'write', context);
    if (invocation.signal.aborted)
      throw new BuiltInFailure('cancelled', 'The call was cancelled. Nothing was written.');
    if (path.real !== first.real)
      throw new BuiltInFailure('stale', `${path.shown} leads elsewhere by now.`, 'Try again.');
    return write(path).catch((error: unknown) => {
      throw ioFailure(error, path.shown);
    });
  });
}
