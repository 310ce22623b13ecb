import { trimBrokenPairs } from '../../../text/cut-text.js';
import { partOf, textOf, type TextPiece, type TextSink } from './text-sink.js';
import { TextTail } from './text-tail.js';

/** What is left of an output that may have been too long. */
export interface KeptOutput {
  readonly text: string;
  readonly truncated: boolean;
}

/** Keeps the first and the last characters of an output while it is read, half each, in constant memory. */
export class HeadAndTail implements TextSink {
  readonly #headMax: number;
  readonly #tail: TextTail;
  #head = '';

  /** @param max UTF-16 units that are kept; the notice about the missing ones comes on top */
  constructor(max: number) {
    this.#headMax = Math.ceil(max / 2);
    this.#tail = new TextTail(Math.floor(max / 2));
  }

  append(text: TextPiece): void {
    const room = this.#tail.end === 0 ? this.#headMax - this.#head.length : 0;
    if (room > 0) this.#head += textOf(partOf(text, 0, room));
    if (text.length > room) this.#tail.append(partOf(text, room));
  }

  eraseLine(): void {
    const tail = this.#tail;
    const line = tail.lineStart() ?? tail.start;
    tail.cutAt(line);
    // Where the text is missing in the middle, the line may have begun there: its first part stays counted as missing.
    if (tail.end === 0) this.#head = this.#head.slice(0, this.#head.lastIndexOf('\n') + 1);
  }

  result(): KeptOutput {
    const { start, end } = this.#tail;
    const kept = this.#tail.slice(start, end);
    if (start === 0) return { text: this.#head + kept, truncated: false };
    const head = trimBrokenPairs(this.#head);
    const tail = trimBrokenPairs(kept);
    const missing = this.#head.length + end - head.length - tail.length;
    return { text: `${head}\n[... ${missing} characters left out ...]\n${tail}`, truncated: true };
  }
}
