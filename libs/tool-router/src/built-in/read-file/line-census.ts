const LF = 10;
const CR = 13;

/** Counts lines and their endings in bytes that arrive in chunks. */
export class LineCensus {
  private lf = 0;
  private crlf = 0;
  private last: number | undefined;

  /** @returns the number of line endings in the chunk */
  push(chunk: Buffer): number {
    if (chunk.length === 0) return 0;
    let endings = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) {
      endings++;
      if ((at === 0 ? this.last : chunk[at - 1]) === CR) this.crlf++;
    }
    this.last = chunk[chunk.length - 1];
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
