import { posix } from 'node:path';
import { BuiltInFailure } from '../built-in-failure.js';
import { nearNames } from './near-names.js';
import type { GuardedPath } from './path-guard.js';

/** The refusal of a file that does not exist, with the names in its folder that look like its own. */
export async function missingFile({ real, shown }: GuardedPath): Promise<BuiltInFailure> {
  const near = await nearNames(real);
  const suggestions = near.map((name) => posix.join(posix.dirname(shown), name)).join(', ');
  return new BuiltInFailure(
    'not_found',
    `${shown} does not exist.`,
    near.length === 0 ? 'Use glob to see which files there are.' : `Names like it: ${suggestions}.`,
  );
}
