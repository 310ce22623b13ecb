import { randomBytes } from 'node:crypto';
import { BuiltInFailure } from '../../built-in-failure.js';
import type { CommandPlan } from '../command/command-plan.js';
import { endNotes } from '../command/end-notes.js';
import type { CommandEnd, CommandStreams, LiveCommand } from '../command/live-command.js';
import { ProcessLog } from '../output/process-log.js';
import { writeInput } from './write-input.js';

/** `running` until the system reports the end; the others are final. */
export type ProcessStatus = 'running' | 'exited' | 'stopped' | 'failed';

/** A background process as results show it. Times are milliseconds since 1970. */
export interface ProcessSnapshot {
  readonly processId: string;
  readonly command: string;
  readonly workingDirectory: string;
  readonly status: ProcessStatus;
  readonly pid: number | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly leftRunning?: readonly number[];
  readonly note?: string;
}

/** A command that outlives the call which started it. */
export class BackgroundProcess {
  /** 128 random bits: who was not told it cannot guess it. */
  readonly id = `proc_${randomBytes(16).toString('hex')}`;
  readonly log: ProcessLog;
  /** Rejects with a BuiltInFailure where the program did not start. */
  readonly spawned: Promise<void>;
  /** Resolves when the status is final; never rejects. */
  readonly ended: Promise<void>;
  readonly #command: LiveCommand;
  readonly #shownCommand: string;
  readonly #shownCwd: string;
  readonly #startedAt = Date.now();
  #status: ProcessStatus = 'running';
  #end: CommandEnd | undefined;
  #endedAt: number | null = null;

  /** @throws BuiltInFailure where `launch` does */
  constructor(plan: CommandPlan, logChars: number, launch: (streams: CommandStreams) => LiveCommand) {
    this.#shownCommand = plan.shownCommand;
    this.#shownCwd = plan.shownCwd;
    this.log = new ProcessLog(logChars);
    this.#command = launch({ stdout: this.log.writer(), stderr: this.log.writer(), stdin: 'open' });
    this.spawned = this.#command.spawned;
    this.ended = this.#watch();
  }

  get status(): ProcessStatus {
    return this.#status;
  }

  get endedAt(): number | null {
    return this.#endedAt;
  }

  snapshot(): ProcessSnapshot {
    const end = this.#end;
    const notes = end === undefined ? [] : endNotes(end);
    return {
      processId: this.id,
      command: this.#shownCommand,
      workingDirectory: this.#shownCwd,
      status: this.#status,
      pid: this.#command.pid ?? null,
      exitCode: end?.exitCode ?? null,
      signal: end?.signal ?? null,
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      ...(end !== undefined && end.leftRunning.length > 0 ? { leftRunning: end.leftRunning } : {}),
      ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    };
  }

  /**
   * Writes to the process's input.
   * @returns whether the process has taken everything
   * @throws BuiltInFailure `validation` where it takes no input any more, `limit`
   */
  async write(bytes: Buffer): Promise<boolean> {
    const stdin = this.#command.stdin;
    if (this.#status !== 'running' || stdin === null) {
      throw new BuiltInFailure(
        'validation',
        `The process ${this.id} is not running (${this.#status}, exit code ${this.#end?.exitCode ?? 'unknown'}), so it takes no input.`,
        'Read its output with action logs, or start the command again.',
      );
    }
    return writeInput(stdin, bytes);
  }

  /** Ends the process with everything in its group and returns when that is done; does nothing after the end. */
  async stop(): Promise<void> {
    if (this.#status === 'running') await this.#command.end();
    await this.ended;
  }

  async #watch(): Promise<void> {
    const isSpawned = await this.spawned.then(
      () => true,
      () => false,
    );
    const end = await this.#command.ended;
    this.#endedAt = Date.now();
    if (isSpawned) this.#end = end;
    this.#status = isSpawned ? (end.wasAsked ? 'stopped' : 'exited') : 'failed';
  }
}
