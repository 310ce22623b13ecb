import type { ServerDefinition } from '../definition/server-definition.js';
import type { BackoffPolicy } from './backoff.js';
import { connectFailureOf } from './connect-failure.js';
import type { ConnectionState } from './connection-status.js';
import type { Link, LinkKind } from './link.js';
import { openLink, type LinkTarget } from './open-link.js';
import { ReconnectLadder } from './reconnect-ladder.js';

/** Milliseconds that requests over a replaced link may still take. */
const RETIRE_MS = 30_000;

/** What the keeper of a link needs from the connection around it. */
export interface LinkHooks extends Omit<
  LinkTarget,
  'definition' | 'rememberedKind' | 'timeoutMs' | 'onExpired' | 'onLost' | 'signal'
> {
  /** Makes room for a client. @throws CapacityException */
  admit(): void;
  /** Runs work outside of the async context of the call that causes it. */
  detached<T>(work: () => T): T;
  /** The link is open; what is still to be done within the time for connecting. Never rejects. */
  onOpen(link: Link, leftMs: number): Promise<void>;
  onState(): void;
  mask(text: string): string;
  /** Why there is no link, as an exception. */
  unreachable(): Error;
  /** Whether a lost connection is repaired without demand. */
  wanted(): boolean;
}

/** Keeps one link to a server: opens it once for all who ask, and sees what becomes of it. */
export class LinkKeeper {
  state: ConnectionState = 'idle';
  reason?: string;
  since = new Date();
  /** The open link. */
  link?: Link;
  readonly ladder: ReconnectLadder;
  private connecting?: Promise<Link>;
  private attempt?: AbortController;
  private kind?: LinkKind;
  /** Links that were given up and may still carry requests. */
  private readonly retired = new Set<Link>();
  private closed = false;

  constructor(
    private readonly definition: ServerDefinition,
    private readonly connectTimeoutMs: number,
    backoff: BackoffPolicy,
    private readonly hooks: LinkHooks,
  ) {
    this.ladder = new ReconnectLadder(backoff, () => this.retry());
  }

  /** A client is open, or is about to be. */
  get live(): boolean {
    return this.link !== undefined || this.connecting !== undefined;
  }

  /** An attempt runs, or may be made now. */
  get mayConnect(): boolean {
    return !this.closed && (this.live || this.ladder.mayTry);
  }

  /** Whether waiting for a link is worth it: a server that failed before is not waited for while it is probed. */
  get promising(): boolean {
    if (this.closed) return false;
    if (this.connecting) return this.ladder.failures === 0;
    return this.link !== undefined || this.ladder.mayTry;
  }

  /** The open link, or a new one; all callers share one attempt. @throws ToolRouterException */
  connect(): Promise<Link> {
    if (this.link) return Promise.resolve(this.link);
    if (this.connecting) return this.connecting;
    if (!this.mayConnect) return Promise.reject(this.hooks.unreachable());
    const connecting = this.hooks
      .detached(() => this.open())
      .finally(() => {
        if (this.connecting === connecting) this.connecting = undefined;
      });
    connecting.catch(() => {});
    this.connecting = connecting;
    return connecting;
  }

  enter(state: ConnectionState, reason?: string): void {
    const masked = reason === undefined ? undefined : this.hooks.mask(reason);
    if (this.state === state && this.reason === masked) return;
    this.state = state;
    this.reason = masked;
    this.since = new Date();
    this.hooks.onState();
  }

  /** The link broke, or the server behind it cannot be reached. */
  drop(link: Link, reason: string): void {
    if (!this.detach(link)) return;
    // Other requests over HTTP may still be answered.
    this.retire(link);
    this.ladder.stumbled();
    this.enter('backoff', reason);
  }

  /** The server has forgotten the session: the next call opens a new one, at once if the old one ever worked. */
  expire(link: Link): void {
    link.sessionGone = true;
    if (!this.detach(link)) return;
    this.retire(link);
    if (!link.answered) this.ladder.failed();
    this.enter('backoff', 'The server has forgotten the session.');
    // What the server offers may have changed with its restart.
    if (this.ladder.mayTry) this.retry();
  }

  /** The server wants a sign-in before it goes on. */
  lock(link: Link, reason: string): void {
    if (!this.detach(link)) return;
    this.retire(link);
    this.ladder.waitsForSomebody();
    this.enter('auth_required', reason);
  }

  /** Allows an attempt now, whatever failed before. */
  allowNow(): void {
    this.ladder.allowNow();
    if (this.state === 'auth_required') this.enter('idle');
  }

  /** Ends the link and every plan for a new one; the next demand opens one. Never rejects. */
  async rest(): Promise<void> {
    const { link } = this;
    this.ladder.stop();
    this.attempt?.abort();
    this.link = undefined;
    this.enter('idle');
    await Promise.all([link, ...this.retired].map(async (one) => await one?.close()));
  }

  /** Refuses every further attempt. */
  shut(): void {
    this.closed = true;
    this.ladder.stop();
    this.attempt?.abort();
  }

  private detach(link: Link): boolean {
    if (this.link !== link) return false;
    this.link = undefined;
    this.ladder.lived(Date.now() - link.openedAt);
    return true;
  }

  private retire(link: Link): void {
    this.retired.add(link);
    const closing = link.lost ? link.close() : link.closeWhenIdle(RETIRE_MS);
    this.hooks.background(closing.finally(() => this.retired.delete(link)));
  }

  private retry(): void {
    if (this.hooks.wanted()) this.connect().catch(() => {});
    else this.enter('idle');
  }

  private async open(): Promise<Link> {
    const { hooks, connectTimeoutMs } = this;
    hooks.admit();
    const deadline = Date.now() + connectTimeoutMs;
    const attempt = new AbortController();
    this.attempt = attempt;
    this.ladder.stop();
    this.enter('connecting');
    const link = await this.tryLink(attempt.signal);
    this.link = link;
    this.kind = link.kind;
    if (link.lost) this.drop(link, lossReasonOf(link));
    if (this.link !== link) throw hooks.unreachable();
    await hooks.onOpen(link, Math.max(1, deadline - Date.now()));
    return link;
  }

  private async tryLink(signal: AbortSignal): Promise<Link> {
    const { hooks, definition, connectTimeoutMs, kind } = this;
    try {
      const link = await openLink({
        ...hooks,
        definition,
        timeoutMs: connectTimeoutMs,
        signal,
        ...(kind === undefined ? {} : { rememberedKind: kind }),
        onExpired: (expired) => this.expire(expired),
        onLost: (lost) => this.drop(lost, lossReasonOf(lost)),
      });
      if (!signal.aborted) return link;
      hooks.background(link.close());
    } catch (error) {
      if (!signal.aborted) this.failed(error);
    }
    throw hooks.unreachable();
  }

  private failed(error: unknown): void {
    const { state, reason } = connectFailureOf(error);
    // What worked before may not be what works next.
    this.kind = undefined;
    if (state === 'auth_required') this.ladder.waitsForSomebody();
    else if (state === 'backoff') this.ladder.failed();
    else this.ladder.failedForLong();
    this.enter(state, reason);
  }
}

function lossReasonOf(link: Link): string {
  return link.lossReason ?? 'The connection was closed by the server.';
}
