import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Link } from './link.js';
import { hasCode } from './rpc-codes.js';
import { isSessionGone } from './session-gone.js';

const PING_TIMEOUT_MS = 10_000;

/** What a link that was asked for a sign of life turned out to be. */
export type LinkHealth = 'alive' | 'expired' | 'dead';

/** Looks after an open link while nobody uses it. */
export class IdleCheck {
  private timer?: NodeJS.Timeout;

  /** @param check called in every interval until `stop` */
  constructor(
    private readonly intervalMs: number,
    private readonly check: () => void,
  ) {}

  start(): void {
    this.stop();
    this.timer = setInterval(this.check, this.intervalMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

/** Asks a server for a sign of life. Any answer is one, also an error: many servers do not know pings. */
export async function healthOf(link: Link): Promise<LinkHealth> {
  // A connection that was kept open may have been closed by the server in the meantime, so one failure says nothing.
  return (await askOnce(link)) ?? (await askOnce(link)) ?? 'dead';
}

/** @returns undefined when there was no answer at all */
async function askOnce(link: Link): Promise<LinkHealth | undefined> {
  try {
    await link.request('ping', {}, { timeout: PING_TIMEOUT_MS }).result;
    return 'alive';
  } catch (error) {
    if (isSessionGone(error, link)) return 'expired';
    if (error instanceof McpError) return hasCode(error, 'requestTimeout') ? 'dead' : 'alive';
    return error instanceof StreamableHTTPError ? 'alive' : undefined;
  }
}
