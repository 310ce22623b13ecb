import type { execa } from 'execa';
import { headOf } from '../../../text/cut-text.js';
import type { JsonObject } from '../../../tool/json.js';
import { BuiltInFailure } from '../../built-in-failure.js';
import type { BuiltInCall } from '../../built-in-tool.js';
import { optionalString, stringArgument } from '../../tool-arguments.js';
import { guardPath } from '../../workspace/path-guard.js';
import { commandEnvironment, DEFAULT_PATH } from './environment.js';
import { sandboxArguments } from './sandbox-arguments.js';
import { findShell, shellArguments } from './shell-arguments.js';

const MAX_SHOWN_LENGTH = 1_000;

/** Loaded on the first command, because it is a pure ES module and this package is not; asked for once, not per command. */
let starter: Promise<{ readonly execa: typeof execa }> | undefined;

/** A command that passed every check and can be spawned. */
export interface CommandPlan {
  /** Starts processes. */
  readonly execa: typeof execa;
  readonly program: string;
  readonly args: readonly string[];
  /** Real path. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds between the polite and the forced end. */
  readonly graceMs: number;
  /** The sandbox program in front of the shell, where there is one. */
  readonly sandbox?: string;
  /** The command as results show it: cut where it is very long. */
  readonly shownCommand: string;
  /** The folder as results show it. */
  readonly shownCwd: string;
}

/**
 * Checks `command` and `cwd` of a call before anything is spawned.
 * @throws BuiltInFailure `validation`, `too_large`, and those of the path guard
 */
export async function planCommand(args: JsonObject, call: BuiltInCall): Promise<CommandPlan> {
  const { context } = call;
  if (process.platform === 'win32') {
    throw new BuiltInFailure('internal', 'bash needs a host with POSIX process groups; this one is Windows.');
  }
  const script = stringArgument(args, 'command');
  const shell = shellArguments(script);
  const guarded = guardPath(optionalString(args, 'cwd') ?? '.', 'cwd', context);
  // The disk is asked by other threads: meanwhile there is time for what needs no answer of it.
  starter ??= import('execa');
  const environment = commandEnvironment(process.env, context.bashEnvironment);
  const command = [...findShell(environment['PATH'] ?? DEFAULT_PATH), ...shell];
  const [folder, { execa }] = await Promise.all([guarded, starter]);
  const wrapper = context.bashSandbox
    ? sandboxArguments(context.bashSandbox, (await guardPath('.', 'cwd', context)).real, folder.real)
    : [];
  const [program = '', ...rest] = [...wrapper, ...command];
  return {
    execa,
    program,
    args: rest,
    cwd: folder.real,
    environment,
    graceMs: context.processStopGraceMs,
    ...(context.bashSandbox ? { sandbox: program } : {}),
    shownCommand: showCommand(script),
    shownCwd: folder.shown,
  };
}

function showCommand(script: string): string {
  if (script.length <= MAX_SHOWN_LENGTH) return script;
  // Copied, because a part of a string keeps the whole in memory, here for as long as the process is remembered.
  return Buffer.from(`${headOf(script, MAX_SHOWN_LENGTH)}…`).toString();
}
