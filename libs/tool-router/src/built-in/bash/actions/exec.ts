import { BuiltInFailure } from '../../built-in-failure.js';
import { commandTimeout } from '../command/command-timeout.js';
import { planCommand } from '../command/command-plan.js';
import { endNotes } from '../command/end-notes.js';
import { endWithin } from '../command/end-within.js';
import { HeadAndTail } from '../output/head-and-tail.js';
import type { BashAction } from './bash-action.js';
import { failedResult } from './failed-result.js';

/** What a command that ran to its end, or to its limit, answers. Times are milliseconds. */
export interface ExecResult {
  readonly command: string;
  readonly workingDirectory: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly truncated: { readonly stdout: boolean; readonly stderr: boolean };
  readonly durationMs: number;
  readonly leftRunning?: readonly number[];
  readonly note?: string;
}

/** Runs a command and waits for it. A command that fails is a normal answer; one that runs out of time is a failure. */
export const exec: BashAction = async (args, call, registry) => {
  const { context, invocation } = call;
  const plan = await planCommand(args, call);
  const timeout = commandTimeout(args, context, invocation.remainingMs);
  if (invocation.signal.aborted) throw cancelled('Nothing was run.');
  const stdout = new HeadAndTail(context.maxOutputChars);
  const stderr = new HeadAndTail(context.maxOutputChars);
  const startedAt = performance.now();
  const command = registry.launch(plan, { stdout, stderr, stdin: 'closed' });
  await command.spawned;
  const { cause, end } = await endWithin(command, timeout.ms, invocation.signal);
  if (cause === 'cancelled') throw cancelled('The command was stopped with the processes it had started.');
  const [out, err] = [stdout.result(), stderr.result()];
  const notes = [...(timeout.note === undefined ? [] : [timeout.note]), ...endNotes(end)];
  const result: ExecResult = {
    command: plan.shownCommand,
    workingDirectory: plan.shownCwd,
    stdout: out.text,
    stderr: err.text,
    exitCode: end.exitCode,
    signal: end.signal,
    timedOut: cause === 'timeout',
    truncated: { stdout: out.truncated, stderr: err.truncated },
    durationMs: Math.round(performance.now() - startedAt),
    ...(end.leftRunning.length > 0 ? { leftRunning: end.leftRunning } : {}),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  };
  return cause === 'timeout' ? failedResult(timedOut(timeout.ms, context.maxCommandTimeoutMs), result) : result;
};

function cancelled(consequence: string): BuiltInFailure {
  return new BuiltInFailure('cancelled', `The call was cancelled. ${consequence}`);
}

function timedOut(ms: number, longest: number): BuiltInFailure {
  return new BuiltInFailure(
    'timeout',
    `The command did not end within ${ms} ms and was stopped with the processes it had started. stdout and stderr hold what it had written until then.`,
    `Use action start for what runs long or for ever, or give a larger timeoutMs, at most ${longest}.`,
  );
}
