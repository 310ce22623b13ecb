import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { TransportParts } from './transport-parts.js';

/** Milliseconds that a server may take to end a session. */
const TERMINATE_MS = 3_000;
const IDLE_POLL_MS = 20;

const anyResult = z.looseObject({});

/** A request that was sent over a link. */
export interface SentRequest {
  /** On the wire; undefined when nothing was sent. */
  readonly id: RequestId | undefined;
  readonly result: Promise<Record<string, unknown>>;
  /** Ends the request from this side and tells the server why. */
  withdraw(reason: string): void;
}

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

  /**
   * Sends a request whose result may hold anything. The SDK's own methods for lists and calls lose answers that they
   * cannot validate.
   */
  request(method: string, params: Record<string, unknown>, options: RequestOptions): SentRequest {
    const { transport } = this.parts;
    transport.lastRequestId = undefined;
    this.inFlight += 1;
    const result = this.settled(this.client.request({ method, params }, anyResult, options));
    const id = transport.lastRequestId;
    return { id, result, withdraw: (reason) => id !== undefined && transport.withdraw(id, reason) };
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

  private async settled(result: Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
    try {
      const answer = await result;
      this.answered = true;
      return answer;
    } finally {
      this.inFlight -= 1;
    }
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
