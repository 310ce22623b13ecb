import type { Writable } from 'node:stream';
import { BuiltInFailure } from '../../built-in-failure.js';

/** Bytes that may wait for a process which does not read. */
const MAX_QUEUED_BYTES = 1_000_000;
/** Milliseconds to wait for the process to read. */
const READ_WAIT_MS = 2_000;

/**
 * Writes to a process.
 * @returns whether everything left for the process; `false`: a part still waits for it to read
 * @throws BuiltInFailure `limit` where too much waits, `validation` where the process reads no more
 */
export async function writeInput(stdin: Writable, bytes: Buffer): Promise<boolean> {
  if (stdin.writableLength + bytes.length > MAX_QUEUED_BYTES) {
    throw new BuiltInFailure(
      'limit',
      `At most ${MAX_QUEUED_BYTES} bytes may wait for a process to read them, and ${stdin.writableLength} wait already; nothing was written.`,
    );
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), READ_WAIT_MS);
    stdin.write(bytes, (error) => {
      clearTimeout(timer);
      if (error) reject(new BuiltInFailure('validation', 'The process has closed its input and reads no more.'));
      else resolve(true);
    });
  });
}
