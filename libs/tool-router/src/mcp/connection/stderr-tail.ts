const MAX_BYTES = 8 * 1024;

/** Keeps the last 8 KiB that a server process wrote to its error output. */
export class StderrTail {
  private held = Buffer.alloc(0);

  push(chunk: Buffer): void {
    const joined = chunk.length >= MAX_BYTES ? chunk : Buffer.concat([this.held, chunk]);
    // A copy, so that a small tail does not keep a large chunk alive.
    this.held = Buffer.from(joined.subarray(Math.max(0, joined.length - MAX_BYTES)));
  }

  /** The tail as text; a character that the cut broke is left out. */
  text(): string {
    return this.held
      .toString('utf8')
      .replace(/^\uFFFD+/, '')
      .trim();
  }
}
