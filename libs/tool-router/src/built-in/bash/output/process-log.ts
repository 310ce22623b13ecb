import type { TextPiece, TextSink } from './text-sink.js';
import { TextTail } from './text-tail.js';

/** A piece of a log. Positions are UTF-16 units since the process started. */
export interface LogPage {
  /** Where `content` starts: later than asked for where that was dropped or inside a character. */
  readonly offset: number;
  readonly nextOffset: number;
  /** Whether text between the position that was asked for and `offset` was dropped. */
  readonly truncated: boolean;
  /** How many characters were dropped there. */
  readonly lost?: number;
  readonly content: string;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * The merged output of a background process: the newest characters, under positions that never change their meaning.
 * A line that is drawn again replaces the old drawing only as long as nobody has read it.
 */
export class ProcessLog {
  readonly #tail: TextTail;
  #lastWriter: TextSink | undefined;
  #lineStart = 0;
  #readUpTo = 0;

  /** @param capacity UTF-16 units that are kept */
  constructor(capacity: number) {
    this.#tail = new TextTail(capacity);
  }

  /** A way in for one of the streams that are merged here. */
  writer(): TextSink {
    const writer: TextSink = {
      append: (text) => this.#append(writer, text),
      eraseLine: () => this.#eraseLine(writer),
    };
    return writer;
  }

  /** @param limit UTF-16 units at most, but never less than one character */
  read(offset: number, limit: number): LogPage {
    const { start, end } = this.#tail;
    const asked = Math.min(offset, end);
    const first = Math.max(asked, start);
    const text = this.#tail.slice(first, Math.min(end, first + limit + 2));
    const skipped = isLow(text.charCodeAt(0)) ? 1 : 0;
    let length = Math.min(limit, text.length - skipped);
    if (isHigh(text.charCodeAt(skipped + length - 1))) length += length === 1 ? 1 : -1;
    const from = first + skipped;
    const content = text.slice(skipped, skipped + length);
    this.#readUpTo = Math.max(this.#readUpTo, from + content.length);
    return {
      offset: from,
      nextOffset: from + content.length,
      truncated: asked < start,
      ...(asked < start ? { lost: from - asked } : {}),
      content,
    };
  }

  #append(writer: TextSink, text: TextPiece): void {
    if (this.#lastWriter !== writer) {
      this.#lastWriter = writer;
      this.#lineStart = this.#tail.end;
    }
    this.#tail.append(text);
    const lineEnd = text.lastIndexOf('\n');
    if (lineEnd >= 0) this.#lineStart = this.#tail.end - (text.length - lineEnd - 1);
  }

  #eraseLine(writer: TextSink): void {
    const isOwn = this.#lastWriter === writer;
    if (isOwn && this.#lineStart >= this.#readUpTo) this.#tail.cutAt(Math.max(this.#lineStart, this.#tail.start));
    else this.#append(writer, '\n');
  }
}
