import { headOf, trimBrokenPairs } from '../../text/cut-text.js';

/** What part of a text is wanted. Lines and columns count from 1, columns in UTF-16 units. */
export interface WantedLines {
  readonly startLine: number;
  /** Inclusive. */
  readonly endLine: number;
  /** Where in the first line to begin; then that line is given as it is, however long. */
  readonly startColumn?: number;
  readonly maxChars: number;
  readonly maxLineChars: number;
}

/** Where to read on. */
export interface NextPosition {
  readonly line: number;
  readonly column?: number;
}

/** Collects whole lines within a budget from text that arrives in pieces; memory does not grow with the text. */
export class LineCollector {
  private readonly lines: string[] = [];
  private readonly cut: number[] = [];
  private length = 0;
  private line: number;
  private head = '';
  private units = 0;
  private endsWithReturn = false;
  private stopped = false;
  private resumeAt: NextPosition | undefined;
  private missedBy: number | undefined;

  constructor(private readonly wanted: WantedLines) {
    this.line = wanted.startLine;
  }

  /** Nothing that comes now can change the answer. */
  get isDone(): boolean {
    return this.stopped;
  }

  get content(): string {
    return this.lines.join('');
  }

  /** The last line of which something is in the content. */
  get endLine(): number {
    return this.resumeAt?.column === undefined ? this.line - 1 : this.line;
  }

  /** Set where the budget ended before the wanted lines did. */
  get next(): NextPosition | undefined {
    return this.resumeAt;
  }

  /** Lines that were too long to be shown whole. */
  get cutLines(): readonly number[] {
    return this.cut;
  }

  /** Length of the first line, where `startColumn` turned out to be past its end. */
  get lengthBeforeColumn(): number | undefined {
    return this.missedBy;
  }

  push(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1 && !this.stopped; at = text.indexOf('\n', from)) {
      this.extendLine(text.slice(from, at));
      this.finishLine('\n');
      from = at + 1;
    }
    if (!this.stopped) this.extendLine(text.slice(from));
  }

  /** The text is over: a last line without an ending is a line too. */
  end(): void {
    if (!this.stopped && this.units > 0) this.finishLine('');
    this.stopped = true;
  }

  private get column(): number {
    return this.line === this.wanted.startLine ? (this.wanted.startColumn ?? 1) : 1;
  }

  private extendLine(piece: string): void {
    if (piece === '') return;
    const skip = Math.max(0, this.column - 1 - this.units);
    const room = Math.max(this.wanted.maxChars, this.wanted.maxLineChars) + 2 - this.head.length;
    if (room > 0) this.head += piece.slice(skip, skip + room);
    this.units += piece.length;
    this.endsWithReturn = piece.endsWith('\r');
  }

  private finishLine(ending: '' | '\n'): void {
    const hidden = ending === '\n' && this.endsWithReturn ? 1 : 0;
    const length = this.units - hidden;
    const isWhole = this.head.length === Math.max(0, this.units - this.column + 1);
    const head = isWhole ? this.head.slice(0, this.head.length - hidden) : this.head;
    if (this.column > length + 1) {
      this.missedBy = length;
      this.stopped = true;
    } else {
      this.take(head, length, ending);
    }
    this.head = '';
    this.units = 0;
    this.endsWithReturn = false;
  }

  private take(head: string, length: number, ending: string): void {
    const { maxChars, maxLineChars, endLine } = this.wanted;
    const isSlice = this.line === this.wanted.startLine && this.wanted.startColumn !== undefined;
    const isCut = !isSlice && length > maxLineChars;
    const shown = isCut ? cutLine(head, length, maxLineChars) : trimBrokenPairs(head);
    const room = maxChars - this.length;
    if (shown.length + ending.length <= room && (isCut || head.length === length - this.column + 1)) {
      this.add(shown + ending);
      if (isCut) this.cut.push(this.line);
      this.line++;
      this.stopped = this.line > endLine;
      return;
    }
    this.stopped = true;
    if (this.lines.length > 0) {
      this.resumeAt = { line: this.line };
      return;
    }
    const part = headOf(head, maxChars) || headOf(head, 2);
    this.add(trimBrokenPairs(part));
    this.resumeAt = { line: this.line, column: this.column + part.length };
  }

  private add(text: string): void {
    this.lines.push(text);
    this.length += text.length;
  }
}

function cutLine(head: string, length: number, max: number): string {
  const shown = headOf(head, max);
  return `${shown}… [${length - shown.length} more characters in this line]`;
}
