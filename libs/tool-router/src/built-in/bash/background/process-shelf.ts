import type { BackgroundProcess } from './background-process.js';
import type { ProcessOwner } from './process-owner.js';

/** The background processes of one owner: those that run, and the last ones that ended. */
export class ProcessShelf {
  readonly #running = new Map<string, BackgroundProcess>();
  readonly #ended = new Map<string, BackgroundProcess>();
  readonly #order: BackgroundProcess[] = [];

  constructor(readonly owner: ProcessOwner) {}

  get running(): readonly BackgroundProcess[] {
    return [...this.#running.values()];
  }

  /** In the order in which they ended. */
  get ended(): readonly BackgroundProcess[] {
    return [...this.#ended.values()];
  }

  get isEmpty(): boolean {
    return this.#order.length === 0;
  }

  get(id: string): BackgroundProcess | undefined {
    return this.#running.get(id) ?? this.#ended.get(id);
  }

  newestFirst(): readonly BackgroundProcess[] {
    return this.#order.toReversed();
  }

  add(process: BackgroundProcess): void {
    this.#running.set(process.id, process);
    this.#order.push(process);
  }

  markEnded(process: BackgroundProcess): void {
    this.#running.delete(process.id);
    this.#ended.set(process.id, process);
  }

  remove(process: BackgroundProcess): void {
    this.#running.delete(process.id);
    this.#ended.delete(process.id);
    this.#order.splice(this.#order.indexOf(process), 1);
  }
}
