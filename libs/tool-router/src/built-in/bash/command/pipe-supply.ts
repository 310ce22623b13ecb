import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Making many at once spreads the price of starting `mkfifo`: the first batch is enough for ten commands or more. */
const FIRST_BATCH = 32;
/** A host that runs many commands gets larger batches; unused pipes hold two descriptors each, so not without bound. */
const LARGEST_BATCH = 64;
const MAKE_TIMEOUT_MS = 2_000;

/** In memory where the host has such a place: there, making a batch costs a fraction of what it costs on a disk. */
function makeFolder(): string {
  const name = 'tool-router-pipes-';
  try {
    return mkdtempSync(join('/dev/shm', name));
  } catch {
    return mkdtempSync(join(tmpdir(), name));
  }
}

/** An unused pipe: both ends are open, so that a command need not wait for that. */
interface HeldPipe {
  /** Does not block. */
  readonly read: number;
  /** Blocks. */
  readonly write: number;
}

function openPipe(name: string): HeldPipe {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  // In this order a FIFO waits for nobody: a reader that does not block, then a writer that finds a reader.
  const read = openSync(name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    return { read, write: openSync(name, O_WRONLY | O_NOFOLLOW) };
  } catch (error) {
    closeSync(read);
    throw error;
  }
}

/** The two ends of a pipe. */
export interface PipeEnds {
  /** The host's end. */
  readonly own: Socket;
  /** Descriptor of the child's end; to be closed once the child has it. */
  readonly child: number;
}

/**
 * Real pipes for the streams of commands. Node alone gives a child sockets, and on Linux a socket cannot be opened by
 * name: `echo x > /dev/stderr` or `curl -o /dev/stdout` would fail in scripts that work everywhere else.
 *
 * Node can make no pipe either, so they are made as FIFOs, opened, and unlinked at once: nothing stays on the disk.
 */
export class PipeSupply {
  readonly #held: HeldPipe[] = [];
  #batch = FIRST_BATCH;
  #isAvailable = process.platform === 'linux';

  /**
   * @param direction seen from the child: `out` is written by it
   * @returns undefined where the host cannot make pipes: sockets have to do
   */
  open(direction: 'in' | 'out'): PipeEnds | undefined {
    if (this.#held.length === 0 && this.#isAvailable) this.#refill();
    const held = this.#held.pop();
    if (held === undefined) return undefined;
    if (direction === 'out')
      return { own: new Socket({ fd: held.read, readable: true, writable: false }), child: held.write };
    try {
      // A second opening has flags of its own: the child's end must block, as programs expect.
      const child = openSync(`/proc/self/fd/${held.read}`, constants.O_RDONLY);
      return { own: new Socket({ fd: held.write, readable: false, writable: true }), child };
    } catch {
      closeSync(held.write); // The host is out of descriptors: the start of the command will tell.
      return undefined;
    } finally {
      closeSync(held.read);
    }
  }

  /** Lets go of the unused pipes; none are made after it. */
  close(): void {
    this.#isAvailable = false;
    for (const { read, write } of this.#held.splice(0)) {
      closeSync(read);
      closeSync(write);
    }
  }

  #refill(): void {
    let folder: string | undefined;
    try {
      folder = makeFolder();
      const names = Array.from({ length: this.#batch }, (_, index) => join(folder ?? '', String(index)));
      spawnSync('mkfifo', ['-m', '600', ...names], { stdio: 'ignore', timeout: MAKE_TIMEOUT_MS });
      for (const name of names) {
        this.#held.push(openPipe(name));
        // One by one costs a fraction of removing the folder with what is in it.
        unlinkSync(name);
      }
      this.#batch = Math.min(2 * this.#batch, LARGEST_BATCH);
    } catch {
      this.close(); // No place for temporary files or no `mkfifo`: it will not come later either.
    } finally {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    }
  }
}
