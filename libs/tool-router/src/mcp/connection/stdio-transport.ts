import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { descendantsOf, killLeft } from './descendants.js';
import { LineBuffer } from './line-buffer.js';
import { forgetGroup, groupGone, signalGroup, trackGroup } from './process-group.js';
import { NotSent } from './not-sent.js';
import { StartFailure } from './start-failure.js';
import { StderrTail } from './stderr-tail.js';

/** How a server process is started. */
export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the few variables that every child gets (HOME, LOGNAME, PATH, SHELL, TERM, USER). */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Bytes of one message from the server. */
  readonly maxBufferSize: number;
}

/** Milliseconds between stdin's end, SIGTERM and SIGKILL, each. */
const STEP_MS = 1_500;
/** Bytes that may wait for a server that does not read. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
/** Milliseconds for the system to remove killed processes. */
const KILL_MS = 1_500;
/** Milliseconds that output may still arrive after the process ended; a grandchild can hold the pipe open. */
const DRAIN_MS = 100;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * A server process that speaks over its standard streams, in a process group of its own so that it ends with all
 * its children.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Takes every parsed value of a line. */
  onvalue?: (value: unknown) => void;
  /** Takes every line that is not JSON. */
  onnoise?: (line: string) => void;
  /** Why the process is gone, for the developer. */
  lossReason?: string;

  private readonly stderr = new StderrTail();
  private readonly lines: LineBuffer;
  private child?: Child;
  private closing?: Promise<void>;
  private closed = false;

  constructor(private readonly server: StdioServer) {
    this.lines = new LineBuffer(server.maxBufferSize);
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** @throws StartFailure */
  async start(): Promise<void> {
    const { command, args, env, cwd } = this.server;
    // A missing folder and a missing program give the same ENOENT.
    if (cwd !== undefined && !(await isFolder(cwd)))
      throw new StartFailure(`The working folder ${cwd} does not exist.`);
    if (this.closing) throw new StartFailure('The connection was closed while it was opened.');
    const child = spawn(command, args, {
      cwd,
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.child = child;
    this.listen(child);
    try {
      await once(child, 'spawn');
    } catch (error) {
      throw new StartFailure(`The program ${command} could not be started: ${(error as Error).message}`);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.child;
    if (!child || this.closed || this.closing)
      throw new NotSent(this.lossReason ?? 'The server process is not running.');
    if (child.stdin.writableLength > MAX_UNREAD_BYTES) throw new NotSent('The server process does not read its input.');
    if (child.stdin.write(serializeMessage(message))) return;
    await Promise.race([once(child.stdin, 'drain'), once(child, 'exit')]);
  }

  /** Ends the whole process group: end of input, then SIGTERM, then SIGKILL; bounded. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private listen(child: Child): void {
    if (child.pid !== undefined) trackGroup(child.pid);
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stdout.on('error', (error) => this.onerror?.(error));
    child.stdout.on('data', (chunk: Buffer) => this.receive(chunk));
    child.stderr.on('error', () => {});
    child.stderr.on('data', (chunk: Buffer) => this.stderr.push(chunk));
    child.on('error', (error) => this.onerror?.(error));
    child.once('exit', (code, signal) => void this.exited(child, code, signal));
  }

  private receive(chunk: Buffer): void {
    let lines: string[];
    try {
      lines = this.lines.push(chunk);
    } catch {
      const limit = this.server.maxBufferSize;
      this.lossReason = `The server sent a message over the limit of ${limit} bytes (maxBufferSize).`;
      this.settle();
      void this.close();
      return;
    }
    for (const line of lines) if (line.trim() !== '') this.readLine(line);
  }

  private readLine(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.onnoise?.(line);
      return;
    }
    this.onvalue?.(value);
  }

  private async exited(child: Child, code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    await Promise.race([once(child, 'close'), delay(DRAIN_MS)]);
    const tail = this.stderr.text();
    const how = signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
    this.lossReason ??= `The server process ended with ${how}.${tail === '' ? '' : ` Its last error output:\n${tail}`}`;
    this.settle();
    // What the process left behind goes with it.
    void this.close();
  }

  private settle(): void {
    if (this.closed) return;
    this.closed = true;
    this.lines.clear();
    this.onclose?.();
  }

  private async end(): Promise<void> {
    const child = this.child;
    const pid = child?.pid;
    if (child && pid !== undefined) {
      const family = descendantsOf(pid);
      child.stdin.end();
      const inTime = within(STEP_MS);
      // Once the server itself is gone, nothing tells its children to end.
      if (!(await groupGone(pid, () => !hasEnded(child) && inTime()))) await forceEnd(pid);
      killLeft(family);
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
    }
    this.settle();
  }
}

async function forceEnd(pid: number): Promise<void> {
  signalGroup(pid, 'SIGTERM');
  if (await groupGone(pid, within(STEP_MS))) return;
  signalGroup(pid, 'SIGKILL');
  await groupGone(pid, within(KILL_MS));
  forgetGroup(pid);
}

function within(ms: number): () => boolean {
  const until = Date.now() + ms;
  return () => Date.now() < until;
}

function hasEnded(child: Child): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
