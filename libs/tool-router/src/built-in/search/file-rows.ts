import type { GrepRow } from './grep-search.js';
import { startOfLine } from './line-window.js';

interface OpenRow {
  readonly file: string;
  readonly line: number;
  readonly lastLine: number;
  readonly text: string;
  readonly before: string[];
  readonly after: string[];
}

/** Builds the rows of one file, with the lines around each, from its lines in order. */
export class FileRows {
  private readonly rows: OpenRow[] = [];
  /** The last lines that went by, for the next row's `before`; at most `context`. */
  private recent: { readonly line: number; readonly text: string }[] = [];
  /** Rows from here on may still wait for lines after them. */
  private waiting = 0;

  constructor(
    private readonly file: string,
    private readonly context: number,
  ) {}

  get length(): number {
    return this.rows.length;
  }

  /** Takes a matching line, or several that match together; `shown` is what the row shows of them. */
  addMatch(line: number, lines: readonly string[], shown: string): void {
    const before = this.recent.filter((near) => near.line >= line - this.context).map((near) => near.text);
    lines.forEach((text, index) => this.pass(line + index, text));
    const lastLine = line + Math.max(0, lines.length - 1);
    this.rows.push({ file: this.file, line, lastLine, text: shown, before, after: [] });
  }

  /** Takes a line that does not match. */
  addContext(line: number, text: string): void {
    this.pass(line, text);
  }

  finish(): readonly GrepRow[] {
    if (this.context === 0) return this.rows.map(({ file, line, text }) => ({ file, line, text }));
    return this.rows.map(({ file, line, text, before, after }) => ({ file, line, text, before, after }));
  }

  private pass(line: number, text: string): void {
    if (this.context === 0) return;
    const shown = startOfLine(text);
    for (let at = this.waiting; at < this.rows.length; at++) {
      const row = this.rows[at];
      if (row === undefined) break;
      if (line > row.lastLine + this.context) this.waiting = at + 1;
      else row.after.push(shown);
    }
    this.recent.push({ line, text: shown });
    if (this.recent.length > this.context) this.recent.shift();
  }
}
