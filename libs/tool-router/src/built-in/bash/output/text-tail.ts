import { partOf, textOf, type TextPiece } from './text-sink.js';

/** Small pieces are joined up to this length, so that a tail of single characters stays a short list. */
const BLOCK_LENGTH = 4_096;

/** The last characters of a growing text, in constant memory. Positions count from the start of the whole text. */
export class TextTail {
  readonly #blocks: TextPiece[] = [];
  #start = 0;
  #end = 0;

  /** @param capacity UTF-16 units */
  constructor(private readonly capacity: number) {}

  /** Position of the first character that is still kept. */
  get start(): number {
    return this.#start;
  }

  /** Length of the whole text. */
  get end(): number {
    return this.#end;
  }

  append(text: TextPiece): void {
    const last = this.#blocks.length - 1;
    const block = this.#blocks[last];
    if (block !== undefined && block.length + text.length <= BLOCK_LENGTH)
      this.#blocks[last] = textOf(block) + textOf(text);
    else this.#blocks.push(text);
    this.#end += text.length;
    this.#dropStart(Math.max(this.#start, this.#end - this.capacity));
  }

  /** Forgets the text from a position on; the next one that is appended starts there. */
  cutAt(position: number): void {
    while (this.#end > position) {
      const block = this.#blocks.pop() ?? '';
      this.#end -= block.length;
      if (this.#end >= position) continue;
      this.#blocks.push(partOf(block, 0, position - this.#end));
      this.#end = position;
    }
    this.#start = Math.min(this.#start, this.#end);
  }

  /** Position after the last line end that is kept, or undefined where none is. */
  lineStart(): number | undefined {
    let end = this.#end;
    for (const block of this.#blocks.toReversed()) {
      const found = block.lastIndexOf('\n');
      if (found >= 0) return end - block.length + found + 1;
      end -= block.length;
    }
    return undefined;
  }

  /** @param from at least `start` */
  slice(from: number, to: number): string {
    return this.#blocks
      .map(textOf)
      .join('')
      .slice(from - this.#start, to - this.#start);
  }

  #dropStart(start: number): void {
    while (this.#start < start) {
      const block = this.#blocks[0] ?? '';
      const excess = start - this.#start;
      if (block.length <= excess) this.#blocks.shift();
      else this.#blocks[0] = partOf(block, excess);
      this.#start += Math.min(block.length, excess);
    }
  }
}
