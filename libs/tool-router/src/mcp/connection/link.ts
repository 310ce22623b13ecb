import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { TransportParts } from './transport-parts.js';

/** Milliseconds that a server may take to end a session. */
const TERMINATE_MS = 3_000;
const IDLE_POLL_MS = 20;

/** The transports that a link can run over. */
export type LinkKind = 'stdio' | 'streamable_http' | 'sse';

/** One initialized client with its transport; a lost link is never repaired, a new one replaces it. */
export class Link {
  readonly openedAt = Date.now();
  /** Requests that run over the link. */
  inFlight = 0;
  /** The server has forgotten the session. */
  sessionGone = false;
  /** The server has answered a request after it was initialized. */
  answered = false;
  /** The transport is over, whoever ended it. */
  lost = false;
  private closing?: Promise<void>;

  constructor(
    readonly client: Client,
    readonly kind: LinkKind,
    private readonly parts: TransportParts,
  ) {}

  /** Whether the gateway itself ended the link. */
  get closed(): boolean {
    return this.closing !== undefined;
  }

  get pid(): number | undefined {
    return this.parts.pid?.();
  }

  get hasSession(): boolean {
    return this.kind === 'sse' || this.parts.transport.sessionId !== undefined;
  }

  /** Why the link was lost, for the developer. */
  get lossReason(): string | undefined {
    return this.parts.lossReason?.();
  }

  /** Ends the session on the server and then the transport; bounded, never rejects. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  /** Closes once no request runs any more, at the latest after `maxMs`. */
  async closeWhenIdle(maxMs: number): Promise<void> {
    const until = Date.now() + maxMs;
    while (this.inFlight > 0 && Date.now() < until && !this.closed)
      await delay(IDLE_POLL_MS, undefined, { ref: false });
    await this.close();
  }

  private async end(): Promise<void> {
    if (!this.sessionGone && !this.lost) await this.endSession();
    await this.parts.transport.close().catch(() => {});
  }

  /** Tells the server that the session is over. */
  private async endSession(): Promise<void> {
    const { terminate, transport } = this.parts;
    if (!terminate || transport.sessionId === undefined) return;
    const ended = new AbortController();
    const timeout = delay(TERMINATE_MS, undefined, { signal: ended.signal }).catch(() => {});
    await Promise.race([terminate().catch(() => {}), timeout]);
    ended.abort();
  }
}
