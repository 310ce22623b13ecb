import { createHash } from 'node:crypto';

/** Validators that are kept; the least recently used one makes room. */
const MAX_ENTRIES = 500;

/** Keeps what was made from a schema by the schema's content, so that equal schemas share it. */
export class ContentCache<T> {
  private readonly entries = new Map<string, T>();

  get(content: unknown, make: () => T): T {
    const key = createHash('sha256').update(JSON.stringify(content)).digest('base64');
    let entry = this.entries.get(key);
    if (entry === undefined) entry = make();
    else this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value as string);
    return entry;
  }
}
