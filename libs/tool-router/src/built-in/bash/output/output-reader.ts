import { isAscii } from 'node:buffer';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { TerminalFilter } from './terminal-filter.js';
import type { TextSink } from './text-sink.js';

const ESCAPE = 0x1b;
const RETURN = 0x0d;
const FIRST_NOT_ASCII = 0x80;

/** Reads one stream of a command to its end and hands its text on; never holds the writer up. */
export class OutputReader {
  /** Resolves when every holder of the pipe has closed it. */
  readonly closed: Promise<void>;
  readonly #decoder = new StringDecoder('utf8');
  readonly #filter: TerminalFilter;
  #chunks = 0;
  #isClosed = false;
  /** Whether the decoder holds no part of a character. */
  #isWhole = true;

  constructor(
    private readonly stream: Readable,
    private readonly sink: TextSink,
  ) {
    this.#filter = new TerminalFilter(sink);
    stream.on('data', (chunk: Buffer) => {
      this.#chunks += 1;
      this.#take(chunk);
    });
    // A pipe that breaks ends the output; 'close' follows.
    stream.on('error', () => {});
    this.closed = new Promise((resolve) => {
      const close = (): void => {
        this.#isClosed = true;
        resolve();
      };
      stream.once('end', close);
      stream.once('close', close);
    });
  }

  /** Whether `closed` has resolved. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** How many pieces have arrived, to tell a quiet stream from a busy one. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Reads no further, whoever may still hold the pipe, and hands on what the decoder held back. */
  finish(): void {
    this.stream.destroy();
    this.#filter.write(this.#decoder.end());
  }

  #take(chunk: Buffer): void {
    if (this.#isWhole && this.#filter.isIdle && isPlain(chunk)) {
      this.sink.append(chunk);
      return;
    }
    this.#isWhole = (chunk.at(-1) ?? 0) < FIRST_NOT_ASCII;
    this.#filter.write(this.#decoder.write(chunk));
  }
}

/** Whether bytes are text that needs neither the decoder nor the filter. */
function isPlain(chunk: Buffer): boolean {
  return isAscii(chunk) && !chunk.includes(ESCAPE) && !chunk.includes(RETURN);
}
