const MAX_KEPT_CHARS = 64_000;
const MAX_LINE_CHARS = 64_000;
const MAX_NAMES = 100;
/** What ripgrep tells beside complaints: only so does it say which files are too large for it. */
const DIAGNOSTIC = /^rg: (?:DEBUG|TRACE)\|/;
const TOO_LARGE = /: ignoring \.\/(.*): \d+ bytes$/;

/** Sorts what ripgrep writes to its error stream, in bounded memory, however much that is. */
export class ComplaintLines {
  /** Files that were left out for their size, the first ones of them. */
  readonly tooLarge: string[] = [];
  private readonly kept: string[] = [];
  private keptChars = 0;
  private open = '';

  push(text: string): void {
    const lines = (this.open + text).split('\n');
    this.open = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS);
    for (const line of lines) this.take(line);
  }

  /** The complaints proper, once all has been written. */
  get errors(): string {
    return (DIAGNOSTIC.test(this.open) ? this.kept : [...this.kept, this.open]).join('\n');
  }

  private take(line: string): void {
    if (DIAGNOSTIC.test(line)) {
      const name = TOO_LARGE.exec(line)?.[1];
      if (name !== undefined && this.tooLarge.length < MAX_NAMES) this.tooLarge.push(name);
    } else if (this.keptChars < MAX_KEPT_CHARS) {
      this.kept.push(line);
      this.keptChars += line.length;
    }
  }
}
