import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ComplaintLines } from './complaint-lines.js';
import { watchMemory } from './watch-memory.js';

const MAX_MEMORY_BYTES = 1_000_000_000;

/** How a run ended. */
export interface RipgrepExit {
  /** It was ended because it took too much memory. */
  readonly tooMuchMemory: boolean;
  /** Null where a signal ended it. */
  readonly code: number | null;
  /** The start of what it complained about. */
  readonly errors: string;
  /** Files that it left out for their size. */
  readonly tooLarge: readonly string[];
}

/** A running ripgrep. */
export interface RipgrepProcess {
  readonly output: AsyncIterable<Buffer>;
  /** Resolves when it is gone. */
  readonly exit: Promise<RipgrepExit>;
  /** Ends it at once; its output ends too. */
  stop(): void;
  /** Ends it, and answers what it had said when it wrote the output that was read; does not wait until it is gone. */
  quit(): Promise<RipgrepExit>;
}

/** The program could not be started at all. */
export class RipgrepMissing extends Error {}

function environment(): Record<string, string> {
  const names = process.platform === 'win32' ? ['PATH', 'SYSTEMROOT'] : ['PATH', 'HOME', 'LANG'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function endGroup(child: ChildProcessByStdio<null, Readable, Readable>): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It was gone before.
  }
}

function collectComplaints(stream: Readable): ComplaintLines {
  const complaints = new ComplaintLines();
  stream.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  return complaints;
}

/**
 * Starts ripgrep in its own process group, with closed input and almost no environment.
 * @throws RipgrepMissing
 */
export async function startRipgrep(program: string, args: readonly string[], cwd: string): Promise<RipgrepProcess> {
  const child = spawn(program, args, {
    cwd,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const complaints = collectComplaints(child.stderr);
  let tooMuchMemory = false;
  const unwatch = watchMemory(child.pid, MAX_MEMORY_BYTES, () => {
    tooMuchMemory = true;
    endGroup(child);
  });
  const told = (code: number | null): RipgrepExit => ({
    code,
    errors: complaints.errors,
    tooLarge: complaints.tooLarge,
    tooMuchMemory,
  });
  const exit = new Promise<RipgrepExit>((resolve) => {
    child.once('close', (code: number | null) => {
      unwatch();
      resolve(told(code));
    });
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    unwatch();
    throw new RipgrepMissing('ripgrep cannot be started.', { cause: error });
  }
  child.on('error', () => {});
  return {
    output: child.stdout as AsyncIterable<Buffer>,
    exit,
    stop: () => endGroup(child),
    quit: async () => {
      endGroup(child);
      // It complains before it goes on to what it prints: one turn of the event loop takes in all of that.
      await setImmediate();
      return told(child.exitCode);
    },
  };
}
