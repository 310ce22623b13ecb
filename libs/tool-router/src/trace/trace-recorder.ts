import type { TraceSink } from '../context/current-call.js';

/** Records of one call that are kept at most; a tool that records in a loop must not fill the memory. */
const MAX_RECORDS = 1_000;

/** Collects what one call records about itself. */
export class TraceRecorder implements TraceSink {
  #records: unknown[] | undefined;

  record(value: unknown): void {
    this.#records ??= [];
    if (this.#records.length < MAX_RECORDS) this.#records.push(value);
  }

  /** Nothing recorded: undefined; one record: as it is; several: a new array, in order. */
  get trace(): unknown {
    const records = this.#records;
    if (records === undefined) return undefined;
    return records.length === 1 ? records[0] : [...records];
  }
}
