import { setTimeout } from 'node:timers/promises';
import { hasRunningMember } from './proc-table.js';

/** Time in milliseconds after which a group that was killed and is still there is given up. */
const KILL_WAIT_MS = 2_000;
const LONGEST_POLL_MS = 40;
const FIRST_LOOK_MS = 16;

/** The process group that a command and its children form. */
export class ProcessGroup {
  readonly #id: number;
  #gone: boolean;
  #ending: Promise<boolean> | undefined;

  /** @param leader process id of its first member; undefined makes a group that is gone already */
  constructor(leader: number | undefined) {
    // To signal 0 or -1 would mean the host's own group, or everything.
    this.#gone = leader === undefined || leader <= 1;
    this.#id = leader ?? 0;
  }

  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Whether a member runs. Once `false` it stays so: the number may belong to strangers later. */
  async isAlive(): Promise<boolean> {
    // One look can miss a chain of processes that hand over to each other while it goes on; two in a row hardly.
    const looksGone = async (): Promise<boolean> => (await hasRunningMember(this.#id)) === false;
    if (this.#answers() && (await looksGone()) && (await looksGone())) this.#gone = true;
    return !this.#gone;
  }

  /** Sends a signal to every member. */
  signal(name: NodeJS.Signals): void {
    if (this.#gone) return;
    try {
      process.kill(-this.#id, name);
    } catch {
      // Nobody is left, or a member changed its user and may not be signalled: isAlive tells which.
    }
  }

  /** Resolves with whether the last member ended within a time. */
  async goneWithin(ms: number): Promise<boolean> {
    const deadline = performance.now() + ms;
    // Most groups are gone and reaped in a few milliseconds: only later is it worth to look for zombies.
    for (let pause = 1; this.#answers(); pause = Math.min(pause * 2, LONGEST_POLL_MS)) {
      if (pause >= FIRST_LOOK_MS && !(await this.isAlive())) return true;
      if (performance.now() >= deadline) return !(await this.isAlive());
      await setTimeout(pause);
    }
    return !(await this.isAlive());
  }

  /**
   * Ends every member: politely, and by force after the grace period. A second call joins the first.
   * @returns whether the group is gone
   */
  end(graceMs: number): Promise<boolean> {
    this.#ending ??= this.#end(graceMs);
    return this.#ending;
  }

  async #end(graceMs: number): Promise<boolean> {
    this.signal('SIGTERM');
    if (await this.goneWithin(graceMs)) return true;
    this.signal('SIGKILL');
    return this.goneWithin(KILL_WAIT_MS);
  }

  /** Whether the group has members, zombies included. The cheap look: where it says no, no other one is needed. */
  #answers(): boolean {
    if (this.#gone) return false;
    try {
      process.kill(-this.#id, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') this.#gone = true;
    }
    return !this.#gone;
  }
}
