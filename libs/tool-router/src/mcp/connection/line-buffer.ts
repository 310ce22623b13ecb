const NEWLINE = 10;

/** A line grew over the limit of the buffer. */
export class LineTooLong extends Error {}

/** Cuts a byte stream into lines; each byte is looked at once, however a long line arrives. */
export class LineBuffer {
  private parts: Buffer[] = [];
  private size = 0;

  /** @param maxBytes bytes that one line may hold */
  constructor(private readonly maxBytes: number) {}

  /**
   * The lines that `chunk` completes, without their line ends.
   * @throws LineTooLong and forgets what it held
   */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(this.take(chunk.subarray(start, end)));
      start = end + 1;
    }
    if (start < chunk.length) this.keep(chunk.subarray(start));
    return lines;
  }

  /** Forgets the line that is not complete. */
  clear(): void {
    this.parts = [];
    this.size = 0;
  }

  private keep(part: Buffer): void {
    if (this.size + part.length > this.maxBytes) {
      this.clear();
      throw new LineTooLong();
    }
    this.parts.push(part);
    this.size += part.length;
  }

  private take(last: Buffer): string {
    this.keep(last);
    const line = this.parts.length === 1 ? last : Buffer.concat(this.parts, this.size);
    this.clear();
    const end = line.at(-1) === 13 ? line.length - 1 : line.length;
    return line.toString('utf8', 0, end);
  }
}
