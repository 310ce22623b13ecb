const LF = 10;
const CR = 13;

/** Counts lines and their endings in bytes that arrive in chunks. */
export class LineCensus {
  private lf = 0;
  private crlf = 0;
  private last: number | undefined;

  /** @returns the number of line endings in the chunk */
  push(chunk: Uint8Array): number {
    let endings = 0;
    let previous = this.last;
    for (const byte of chunk) {
      if (byte === LF) {
        endings++;
        if (previous === CR) this.crlf++;
      }
      previous = byte;
    }
    this.last = previous;
    this.lf += endings;
    return endings;
  }

  /** Lines so far: an unfinished last line counts. */
  get lines(): number {
    return this.last === undefined || this.last === LF ? this.lf : this.lf + 1;
  }

  /** The line endings of what was seen. */
  get lineEnding(): 'lf' | 'crlf' | 'mixed' | 'none' {
    if (this.lf === 0) return 'none';
    if (this.crlf === 0) return 'lf';
    return this.crlf === this.lf ? 'crlf' : 'mixed';
  }
}
