/** A record that ends with a line end; of one that is larger than it may be, only the start. */
export interface StreamRecord {
  readonly text: string;
  /** For a record that was cut: the number that came after the sought word in it. */
  readonly sought?: number;
}

const KEPT_START_BYTES = 65_536;
const LINE_END = 0x0a;
const MAX_NUMBER_BYTES = 20;

/** Looks for a word and the number after it in a text that goes by in pieces. */
class NumberSeeker {
  found: number | undefined;
  private carried = '';

  constructor(private readonly word: string) {}

  add(piece: Buffer): void {
    if (this.found !== undefined) return;
    const text = this.carried + piece.toString('latin1');
    const at = text.indexOf(this.word);
    if (at < 0) {
      this.carried = text.slice(-this.word.length);
      return;
    }
    const digits = /^\d+(?=\D)/.exec(text.slice(at + this.word.length, at + this.word.length + MAX_NUMBER_BYTES));
    if (digits === null) this.carried = text.slice(at);
    else this.found = Number(digits[0]);
  }
}

/** One record that is still coming in. */
class Pending {
  private chunks: Buffer[] = [];
  private length = 0;
  private seeker: NumberSeeker | undefined;

  constructor(
    private readonly maxBytes: number,
    private readonly word: string,
  ) {}

  add(chunk: Buffer): void {
    if (this.seeker !== undefined) {
      this.seeker.add(chunk);
      return;
    }
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length <= this.maxBytes) return;
    const all = Buffer.concat(this.chunks);
    this.seeker = new NumberSeeker(this.word);
    this.seeker.add(all);
    this.chunks = [Buffer.from(all.subarray(0, KEPT_START_BYTES))];
  }

  take(): StreamRecord {
    const text = (this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks))?.toString('utf8') ?? '';
    const record = this.seeker === undefined ? { text } : { text, sought: this.seeker.found ?? 0 };
    this.chunks = [];
    this.length = 0;
    this.seeker = undefined;
    return record;
  }
}

/**
 * Splits a stream into records at line ends, in memory that is bounded by `maxBytes`.
 * What comes after the last line end is left out: it is half a record of a program that was stopped.
 * @param word what to look for in a record that is too large to keep: the number right after it is kept
 */
export async function* splitRecords(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
  word: string,
): AsyncGenerator<StreamRecord[]> {
  const pending = new Pending(maxBytes, word);
  for await (const chunk of stream) {
    const records: StreamRecord[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
      pending.add(chunk.subarray(from, at));
      records.push(pending.take());
      from = at + 1;
    }
    if (from < chunk.length) pending.add(chunk.subarray(from));
    if (records.length > 0) yield records;
  }
}
