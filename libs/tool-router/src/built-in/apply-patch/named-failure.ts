import { BuiltInFailure } from '../built-in-failure.js';
import { ioFailure } from '../workspace/io-failure.js';

/** A failure on the disk, with the file that it is about. @param shown the file in messages */
export function namedFailure(error: unknown, shown: string): unknown {
  if (error instanceof BuiltInFailure) return new BuiltInFailure(error.kind, `${shown}: ${error.message}`, error.hint);
  return ioFailure(error, shown);
}
