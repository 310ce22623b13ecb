import { createHash } from 'node:crypto';

const MAX_SESSIONS = 200;
const MAX_FILES = 500;

/** Keeps the entries that were used last. */
class Recent<V> {
  readonly #entries = new Map<string, V>();

  constructor(private readonly max: number) {}

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.max && oldest.done !== true) this.#entries.delete(oldest.value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

/**
 * What one session knows of files, by content: times would give false alarms and miss changes.
 * It lets `write_file` refuse to overwrite what the session has not seen, and asks for nothing where it saw nothing.
 */
export class SeenFiles {
  readonly #digests = new Recent<string>(MAX_FILES);

  /** @param bytes the whole content that the session read or wrote */
  remember(real: string, bytes: Uint8Array): void {
    this.rememberDigest(real, digestOf(bytes));
  }

  /** @param digest as `digestOf` makes it */
  rememberDigest(real: string, digest: string): void {
    this.#digests.set(real, digest);
  }

  forget(real: string): void {
    this.#digests.delete(real);
  }

  /** The digest of what the session saw last, or undefined where it saw nothing. */
  digestOf(real: string): string | undefined {
    return this.#digests.get(real);
  }
}

/** What the sessions of a host know; the ones that were quiet for longest are forgotten first. */
export class SessionsSeen {
  readonly #sessions = new Recent<SeenFiles>(MAX_SESSIONS);

  /** @returns undefined for a call outside of any session: what others saw means nothing to it */
  of(userId: string | undefined, sessionId: string | undefined): SeenFiles | undefined {
    if (sessionId === undefined || sessionId.trim() === '') return undefined;
    const key = JSON.stringify([userId ?? null, sessionId]);
    const seen = this.#sessions.get(key) ?? new SeenFiles();
    this.#sessions.set(key, seen);
    return seen;
  }
}

/** Tells one content from another. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
