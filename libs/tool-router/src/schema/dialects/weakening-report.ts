import { headOf } from '../../text/cut-text.js';

/** Entries kept: a hostile schema could otherwise fill a log with its own paths. */
const MAX_ENTRIES = 50;

/** Characters of a path or value that an entry shows. */
const MAX_PART = 120;

/** Collects what a dialect could not say, in the order in which it was met, each once. */
export class WeakeningReport {
  private readonly entries = new Set<string>();
  private dropped = 0;

  constructor(earlier: readonly string[] = []) {
    for (const entry of earlier) this.entries.add(entry);
  }

  /** @param path where it happened, keyword included; empty for the root */
  add(path: string, reason: string): void {
    this.keep(path === '' ? reason : `${shorten(path)}: ${reason}`);
  }

  /** Takes over what another report holds. */
  absorb(other: WeakeningReport): void {
    for (const entry of other.entries) this.keep(entry);
    this.dropped += other.dropped;
  }

  private keep(entry: string): void {
    if (this.entries.has(entry)) return;
    if (this.entries.size < MAX_ENTRIES) this.entries.add(entry);
    else this.dropped += 1;
  }

  list(): readonly string[] {
    const list = [...this.entries];
    if (this.dropped > 0) list.push(`and ${this.dropped} more`);
    return Object.freeze(list);
  }
}

/** A value as reports quote it. */
export function quoted(value: unknown): string {
  return shorten(JSON.stringify(value) ?? String(value));
}

function shorten(text: string): string {
  return text.length <= MAX_PART ? text : `${headOf(text, MAX_PART)}…`;
}
