/** A record that ends with a line end; only its two ends where it is larger than it may be. */
export interface StreamRecord {
  readonly text: string;
  /** Set where the middle is missing. */
  readonly tail?: string;
}

const KEPT_END_BYTES = 65_536;
const LINE_END = 0x0a;

/** One record that is still coming in. */
class Pending {
  private chunks: Buffer[] = [];
  private length = 0;
  private tail: Buffer | undefined;

  constructor(private readonly maxBytes: number) {}

  add(chunk: Buffer): void {
    if (this.tail !== undefined) {
      this.tail = Buffer.concat([this.tail, chunk]).subarray(-KEPT_END_BYTES);
      return;
    }
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length <= this.maxBytes) return;
    const all = Buffer.concat(this.chunks);
    this.chunks = [Buffer.from(all.subarray(0, KEPT_END_BYTES))];
    this.tail = Buffer.from(all.subarray(-KEPT_END_BYTES));
  }

  take(): StreamRecord {
    const text = (this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks))?.toString('utf8') ?? '';
    const record = this.tail === undefined ? { text } : { text, tail: this.tail.toString('utf8') };
    this.chunks = [];
    this.length = 0;
    this.tail = undefined;
    return record;
  }

  get isEmpty(): boolean {
    return this.chunks.length === 0;
  }
}

/** Splits a stream into records at line ends, in memory that is bounded by `maxBytes`. */
export async function* splitRecords(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<StreamRecord[]> {
  const pending = new Pending(maxBytes);
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
  if (!pending.isEmpty) yield [pending.take()];
}
