import type { BackgroundProcess } from './background-process.js';
import type { ProcessOwner } from './process-owner.js';
import { ProcessShelf } from './process-shelf.js';

/** Ended processes of all owners together: what bounds the memory of their logs. */
const MAX_ENDED = 200;
const MAX_ENDED_AGE_MS = 8 * 60 * 60 * 1_000;

/** All background processes, by user, then by session. */
export class ProcessShelves {
  readonly #users = new Map<string | undefined, Map<string | undefined, ProcessShelf>>();
  /** Across all owners, in the order in which they ended. */
  readonly #ended = new Map<BackgroundProcess, ProcessShelf>();

  find(owner: ProcessOwner): ProcessShelf | undefined {
    this.#forgetOld();
    return this.#users.get(owner.userId)?.get(owner.sessionId);
  }

  /** Keeps a process until it has ended and is one of too many, or too old. */
  add(owner: ProcessOwner, process: BackgroundProcess, maxEnded: number): void {
    const sessions = this.#users.get(owner.userId) ?? new Map<string | undefined, ProcessShelf>();
    const shelf = sessions.get(owner.sessionId) ?? new ProcessShelf(owner);
    this.#users.set(owner.userId, sessions.set(owner.sessionId, shelf));
    shelf.add(process);
    void this.#retire(process, shelf, maxEnded);
  }

  async #retire(process: BackgroundProcess, shelf: ProcessShelf, maxEnded: number): Promise<void> {
    await process.ended;
    shelf.markEnded(process);
    this.#ended.set(process, shelf);
    const tooMany = Math.max(0, shelf.ended.length - maxEnded);
    for (const old of shelf.ended.slice(0, tooMany)) this.#forget(old, shelf);
    this.#forgetOld();
  }

  #forgetOld(): void {
    const oldest = Date.now() - MAX_ENDED_AGE_MS;
    for (const [process, shelf] of this.#ended) {
      if (this.#ended.size <= MAX_ENDED && (process.endedAt ?? 0) >= oldest) return;
      this.#forget(process, shelf);
    }
  }

  #forget(process: BackgroundProcess, shelf: ProcessShelf): void {
    const { userId, sessionId } = shelf.owner;
    this.#ended.delete(process);
    shelf.remove(process);
    if (!shelf.isEmpty) return;
    const sessions = this.#users.get(userId);
    sessions?.delete(sessionId);
    if (sessions?.size === 0) this.#users.delete(userId);
  }
}
