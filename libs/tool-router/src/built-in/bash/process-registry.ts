import { randomBytes } from 'node:crypto';
import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { BackgroundProcess } from './background/background-process.js';
import type { ProcessOwner } from './background/process-owner.js';
import { ProcessShelves } from './background/process-shelves.js';
import type { CommandPlan } from './command/command-plan.js';
import { endMarked } from './command/end-marked.js';
import { LiveCommand, type CommandStreams } from './command/live-command.js';
import { PipeSupply } from './command/pipe-supply.js';
import { MARK_VARIABLE } from './command/spawn-command.js';

/** Milliseconds that children which left their group get at shutdown, after each signal. */
const STRAY_GRACE_MS = 1_000;

/** Knows every command that runs, so that none outlives the module; and whom the background processes belong to. */
export class ProcessRegistry {
  readonly #id = randomBytes(8).toString('hex');
  readonly #live = new Set<LiveCommand>();
  readonly #pipes = new PipeSupply();
  readonly #shelves = new ProcessShelves();
  #launched = 0;
  #shutdown: Promise<void> | undefined;

  /**
   * Starts a command under the care of the registry.
   * @throws BuiltInFailure `cancelled` once the shutdown has begun; what LiveCommand throws
   */
  launch(plan: CommandPlan, streams: CommandStreams): LiveCommand {
    if (this.#shutdown !== undefined) {
      throw new BuiltInFailure('cancelled', 'The host is shutting down. Nothing was run.');
    }
    this.#launched += 1;
    const command = new LiveCommand(plan, `${this.#id}.${this.#launched}`, streams, this.#pipes);
    void this.#watch(command);
    return command;
  }

  /**
   * Starts a background process.
   * @throws BuiltInFailure `limit`; what `launch` throws. A process that fails to start later is returned as `failed`
   */
  start(owner: ProcessOwner, plan: CommandPlan, context: BuiltInToolContext): BackgroundProcess {
    const max = context.maxProcesses;
    if ((this.#shelves.find(owner)?.running.length ?? 0) >= max) {
      throw new BuiltInFailure(
        'limit',
        `At most ${max} background processes may run at the same time. Nothing was started.`,
        'Stop one of them with action stop; action list shows them.',
      );
    }
    const started = new BackgroundProcess(plan, context.maxProcessOutputChars, (streams) => this.launch(plan, streams));
    this.#shelves.add(owner, started, context.maxEndedProcesses);
    return started;
  }

  /** The process of this id, or undefined where the owner has none, whoever else may. */
  find(owner: ProcessOwner, id: string): BackgroundProcess | undefined {
    return this.#shelves.find(owner)?.get(id);
  }

  /** The owner's processes, newest first. */
  list(owner: ProcessOwner): readonly BackgroundProcess[] {
    return this.#shelves.find(owner)?.newestFirst() ?? [];
  }

  /** Ends the owner's running background processes; for the end of a session. */
  async endSession(owner: ProcessOwner): Promise<void> {
    await Promise.all((this.#shelves.find(owner)?.running ?? []).map((running) => running.stop()));
  }

  /**
   * Takes no new commands and ends all that run, with what they started: their groups, then, where the host can tell
   * (Linux), children that left them. Bounded: the grace period of the commands and a few seconds. Later calls join the first.
   */
  shutdown(): Promise<void> {
    this.#shutdown ??= this.#endAll();
    return this.#shutdown;
  }

  async #endAll(): Promise<void> {
    this.#pipes.close();
    await Promise.all([...this.#live].map((command) => command.end()));
    if (this.#launched > 0) await endMarked(`${MARK_VARIABLE}=${this.#id}.`, STRAY_GRACE_MS);
  }

  async #watch(command: LiveCommand): Promise<void> {
    if (this.#live.size === 0) process.on('exit', this.#killAll);
    this.#live.add(command);
    await command.ended;
    this.#live.delete(command);
    if (this.#live.size === 0) process.off('exit', this.#killAll);
  }

  /** The last resort where the host ends without a shutdown: nothing asynchronous runs any more. */
  readonly #killAll = (): void => {
    for (const command of this.#live) command.killNow();
  };
}
