import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { McpServerConfigs } from '../definition/mcp-server-config.js';
import type { McpConfigSource } from './mcp-config-source.js';
import { parseConfigFile } from './parse-config-file.js';

const POLL_MS = 1_000;
/** A file counts as written when it stays the same for this long. */
const SETTLE_MS = 150;
const MAX_SETTLE_ROUNDS = 10;
const MAX_BYTES = 10_000_000;

/**
 * The entries of a `mcp-servers-config.json`. A file that is missing, broken or half written makes `list` reject,
 * so what it said before stays in force; a file that says `{}` has no entries.
 * It is looked at once a second rather than watched by the system, which misses replaced files and network folders.
 */
export class FileMcpConfigSource implements McpConfigSource {
  constructor(private readonly path: string) {}

  async list(): Promise<McpServerConfigs> {
    try {
      const { size } = await stat(this.path);
      if (size > MAX_BYTES) throw new Error(`is larger than ${MAX_BYTES} bytes`);
      return parseConfigFile(await readFile(this.path, 'utf8'));
    } catch (error) {
      throw new Error(`${this.path} ${problemOf(error)}`, { cause: error });
    }
  }

  watch(onChange: () => void): () => Promise<void> {
    const stop = new AbortController();
    const watching = this.look(onChange, stop.signal).catch(() => {});
    return async () => {
      stop.abort();
      await watching;
    };
  }

  private async look(onChange: () => void, signal: AbortSignal): Promise<void> {
    // Unknown at first: the file may have changed since it was listed.
    let known: string | undefined;
    while (!signal.aborted) {
      await sleep(POLL_MS, undefined, { ref: false, signal });
      if ((await this.mark()) === known) continue;
      known = await this.settled(signal);
      if (!signal.aborted) onChange();
    }
  }

  /** Waits until nobody writes to the file any more. */
  private async settled(signal: AbortSignal): Promise<string> {
    let mark = await this.mark();
    for (let round = 0; round < MAX_SETTLE_ROUNDS; round++) {
      await sleep(SETTLE_MS, undefined, { ref: false, signal });
      const next = await this.mark();
      if (next === mark) break;
      mark = next;
    }
    return mark;
  }

  /** What tells one state of the file from the next. */
  private async mark(): Promise<string> {
    try {
      const { ino, size, mtimeNs, ctimeNs } = await stat(this.path, { bigint: true });
      return [ino, size, mtimeNs, ctimeNs].join(' ');
    } catch {
      return 'missing';
    }
  }
}

function problemOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'does not exist';
  if (code !== undefined) return `cannot be read (${code})`;
  return error instanceof Error ? error.message : String(error);
}
