import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { basename } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Options, ResultPromise } from 'execa';
import { BuiltInFailure } from '../../built-in-failure.js';
import type { CommandPlan } from './command-plan.js';
import type { PipeSupply } from './pipe-supply.js';

/** Carries the mark by which processes are found again that left the process group of their command. */
export const MARK_VARIABLE = 'TOOL_ROUTER_COMMAND';

/** A child process and the host's ends of its streams. */
export interface SpawnedCommand {
  readonly child: ChildProcess;
  /** `null` where the child has no input to write to. */
  readonly stdin: Writable | null;
  /** Standard output and standard error. */
  readonly outputs: readonly [Readable, Readable];
}

/**
 * Starts a planned command as the leader of its own session and process group.
 * @param mark value of `MARK_VARIABLE`
 * @throws BuiltInFailure where it fails at once; other failures come as the child's `error` event
 */
export function spawnCommand(
  plan: CommandPlan,
  mark: string,
  stdin: 'closed' | 'open',
  pipes: PipeSupply,
): SpawnedCommand {
  const input = stdin === 'open' ? pipes.open('in') : undefined;
  const [out, err] = [pipes.open('out'), pipes.open('out')];
  try {
    const options: Options = {
      cwd: plan.cwd,
      env: { ...plan.environment, [MARK_VARIABLE]: mark },
      extendEnv: false,
      detached: true,
      // The bounded collector reads, the group is ended as a whole, and a host that ends kills it itself.
      buffer: false,
      cleanup: false,
      reject: false,
      stdio: [
        input?.child ?? (stdin === 'open' ? 'pipe' : 'ignore'),
        out?.child ?? 'pipe',
        err?.child ?? 'pipe',
      ] as Options['stdio'],
    };
    const child = plan.execa(plan.program, plan.args, options);
    if (child.pid === undefined) void reportEarlyFailure(child);
    const [stdout, stderr] = [out?.own ?? child.stdout, err?.own ?? child.stderr];
    if (stdout === null || stderr === null) throw new Error('The child has no output streams.');
    return { child, stdin: input?.own ?? child.stdin, outputs: [stdout, stderr] };
  } catch (error) {
    for (const ends of [input, out, err]) ends?.own.destroy();
    throw launchFailure(error, plan);
  } finally {
    for (const ends of [input, out, err]) if (ends !== undefined) closeSync(ends.child);
  }
}

/** A process that could not even be tried is told by the promise alone; the child's `error` event is what is listened to. */
async function reportEarlyFailure(child: ResultPromise): Promise<void> {
  const { cause } = await child;
  if (child.listenerCount('error') > 0) child.emit('error', cause ?? new Error('spawn failed'));
}

/** What the model reads when the program could not be started. */
export function launchFailure(error: unknown, plan: CommandPlan): BuiltInFailure {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
  if (code === 'ENOENT' && plan.sandbox !== undefined) {
    return new BuiltInFailure(
      'internal',
      `This host runs commands only in a sandbox, and its program ${JSON.stringify(basename(plan.sandbox))} is not installed. Nothing was run.`,
      'Tell the user; no change of the command helps.',
    );
  }
  if (code === 'E2BIG') {
    return new BuiltInFailure(
      'too_large',
      'The command is too long for this host. Nothing was run.',
      'Write the text to a file with write_file and run a command that reads the file.',
    );
  }
  return new BuiltInFailure('internal', `The shell could not be started (${code}). Nothing was run.`);
}
