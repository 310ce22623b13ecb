/** So many bytes are held back at most: then they are read, and what follows them at once. */
const MAX_HELD_BYTES = 1_000_000;

/** What becomes of a stream that is held back. */
export interface HeldStream {
  /** The stream, or nothing of it where it has too many of the words. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Whether it had; known when `chunks` has ended. */
  readonly hasTooMany: () => boolean;
}

function countWord(chunk: Buffer, word: string): number {
  let count = 0;
  for (let at = chunk.indexOf(word); at >= 0; at = chunk.indexOf(word, at + word.length)) count++;
  return count;
}

/**
 * Holds a stream back while it is open whether it has more than `most` times a word: to count in bytes costs a fraction
 * of reading them, which is in vain where there are too many. A word across the border of two chunks is not counted.
 */
export function holdBack(stream: AsyncIterable<Buffer>, word: string, most: number): HeldStream {
  let count = 0;
  async function* read(): AsyncGenerator<Buffer> {
    const held: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of stream) {
      if (bytes > MAX_HELD_BYTES) {
        yield chunk;
        continue;
      }
      held.push(chunk);
      bytes += chunk.length;
      count += countWord(chunk, word);
      if (count > most) return;
      if (bytes > MAX_HELD_BYTES) yield* held.splice(0);
    }
    yield* held;
  }
  return { chunks: read(), hasTooMany: () => count > most };
}
