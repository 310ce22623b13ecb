import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { drain } from '../output/drain.js';
import { OutputReader } from '../output/output-reader.js';
import type { TextSink } from '../output/text-sink.js';
import type { CommandPlan } from './command-plan.js';
import { processesWith } from './proc-table.js';
import type { PipeSupply } from './pipe-supply.js';
import { ProcessGroup } from './process-group.js';
import { launchFailure, MARK_VARIABLE, spawnCommand } from './spawn-command.js';

/** Milliseconds that helpers of a shell which has ended may need to pass on its last output. */
const LEFTOVER_PATIENCE_MS = 200;
/** Milliseconds after the end of a group in which the system must have reported the end of its leader. */
const REPORT_WAIT_MS = 1_500;

/** How a command ended. */
export interface CommandEnd {
  /** The shell's code, 128 and the signal's number where a signal ended it, `null` where the system never reported it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether the end was asked for before the shell ended by itself. */
  readonly wasAsked: boolean;
  /** Whether children still ran when the shell had ended by itself; they were ended too. */
  readonly hadLeftovers: boolean;
  /** Whether nothing of the group runs any more; a member with other rights than the host's cannot be ended. */
  readonly isGroupGone: boolean;
  /** Process ids of children that left the process group and still run, as far as the host can tell. */
  readonly leftRunning: readonly number[];
}

/** Where the output goes, and whether the command can be written to. */
export interface CommandStreams {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: 'closed' | 'open';
}

type Exit = Pick<CommandEnd, 'exitCode' | 'signal'>;

const UNREPORTED: Exit = { exitCode: null, signal: null };

function toExit(code: number | null, signal: NodeJS.Signals | null): Exit {
  return { exitCode: signal === null ? code : 128 + constants.signals[signal], signal };
}

/** A command that was spawned, with everything that it started. */
export class LiveCommand {
  readonly pid: number | undefined;
  readonly stdin: Writable | null;
  /** Rejects with a BuiltInFailure where the program did not start. */
  readonly spawned: Promise<void>;
  /** Resolves after the shell's exit, the end of its group and the last of its output; never rejects. */
  readonly ended: Promise<CommandEnd>;
  readonly #group: ProcessGroup;
  readonly #readers: readonly OutputReader[];
  readonly #graceMs: number;
  #reportExit: (exit: Exit) => void = () => {};

  /**
   * @param mark unique text by which children are found that left the group
   * @throws BuiltInFailure where the program cannot be started
   */
  constructor(
    plan: CommandPlan,
    private readonly mark: string,
    streams: CommandStreams,
    pipes: PipeSupply,
  ) {
    const { child, stdin, outputs } = spawnCommand(plan, mark, streams.stdin, pipes);
    const exited = new Promise<Exit>((resolve) => {
      this.#reportExit = resolve;
      child.once('exit', (code, signal) => resolve(toExit(code, signal)));
    });
    this.#graceMs = plan.graceMs;
    this.pid = child.pid;
    this.stdin = stdin;
    this.#group = new ProcessGroup(child.pid);
    this.#readers = [new OutputReader(outputs[0], streams.stdout), new OutputReader(outputs[1], streams.stderr)];
    this.spawned = new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.on('error', (error) => reject(launchFailure(error, plan)));
    });
    this.ended = this.spawned.then(
      async () => this.#settle(await exited),
      () => this.#settle(UNREPORTED),
    );
    // Unheard, a write to a command that no longer reads would end the host; the writer learns it from its callback.
    stdin?.on('error', () => {});
  }

  /** Ends the whole group and waits for `ended`, bounded in time. Later calls join the first and change nothing. */
  async end(): Promise<CommandEnd> {
    await this.#group.end(this.#graceMs);
    // A process that hangs in the kernel survives even SIGKILL: then the call must end without it.
    const timer = setTimeout(() => this.#reportExit(UNREPORTED), REPORT_WAIT_MS);
    try {
      return await this.ended;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the group by force without waiting: for the moment in which the host itself ends. */
  killNow(): void {
    this.#group.signal('SIGKILL');
  }

  /** The shell's exit counts, not the closing of its pipes: a child that holds one may live for hours. */
  async #settle(exit: Exit): Promise<CommandEnd> {
    const wasAsked = this.#group.isEnding;
    const hadLeftovers = !wasAsked && !(await this.#group.goneWithin(LEFTOVER_PATIENCE_MS));
    const isGroupGone = !(await this.#group.isAlive()) || (await this.#group.end(this.#graceMs));
    const [leftRunning] = await Promise.all([
      processesWith(`${MARK_VARIABLE}=${this.mark}\0`, this.pid ?? 0),
      drain(this.#readers),
    ]);
    for (const reader of this.#readers) reader.finish();
    this.stdin?.destroy();
    return { ...exit, wasAsked, hadLeftovers, isGroupGone, leftRunning };
  }
}
