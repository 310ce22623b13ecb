import { setImmediate, setTimeout } from 'node:timers/promises';
import type { OutputReader } from './output-reader.js';

/** A pipe that stays open without a byte for this long, in milliseconds, is held by a process that has left. */
const QUIET_MS = 100;
/** Longest wait in milliseconds for a pipe that a process that has left keeps writing to. */
const LONGEST_MS = 1_000;

/** Waits for the output that an ended command still has in its pipes, but not for whoever else holds them. */
export async function drain(readers: readonly OutputReader[]): Promise<void> {
  // The usual case: the pipes of a shell that leaves nothing behind close with its end.
  if (readers.every((reader) => reader.isClosed)) return;
  const closed = Promise.all(readers.map((reader) => reader.closed)).then(() => true);
  const deadline = performance.now() + LONGEST_MS;
  while (performance.now() < deadline) {
    const before = countChunks(readers);
    if (await Promise.race([closed, setTimeout(QUIET_MS, false, { ref: false })])) return;
    // After a blocked event loop the timer comes before the data that waited with it: let those in first.
    await setImmediate();
    if (countChunks(readers) === before) return;
  }
}

function countChunks(readers: readonly OutputReader[]): number {
  return readers.reduce((sum, reader) => sum + reader.chunks, 0);
}
