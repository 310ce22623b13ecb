import { answerElicitation } from './answer-elicitation.js';
import type { ToolDescriptor } from '../catalogue/tool-descriptor.js';
import type { ServerDefinition } from '../definition/server-definition.js';
import type { CallEffect } from './call-verdict.js';
import type { ConnectionHandle } from './connection-handle.js';
import { connectionLabel, type ConnectionKey } from './connection-key.js';
import type { ConnectionOwner, ConnectionSettings } from './connection-owner.js';
import type { ConnectionStatus } from './connection-status.js';
import { httpStatusOf } from './http-status.js';
import { healthOf, IdleCheck } from './idle-check.js';
import type { Link } from './link.js';
import { LinkKeeper } from './link-keeper.js';
import { describeError, wasNeverSent } from './network-error.js';
import { NoiseLog } from './noise-log.js';
import type { RunningRequest } from './request-tool.js';
import { secretMask } from './secret-mask.js';
import { isSessionGone } from './session-gone.js';
import { ToolList } from './tool-list.js';
import { closedException, unreachableException } from './unreachable-exception.js';

const DRAIN_POLL_MS = 20;

/**
 * One server for one user, or for all: connects on first use, keeps the list of tools, repairs itself, and says how
 * it is.
 */
export class ServerConnection implements ConnectionHandle {
  readonly mask: (text: string) => string;
  /** Requests that run now. */
  readonly running = new Set<RunningRequest>();
  borrowers = 0;
  lastUsedAt = Date.now();

  private readonly keeper: LinkKeeper;
  private readonly list: ToolList;
  private readonly idleCheck: IdleCheck;
  private notifications = true;
  private closedFor?: 'removed' | 'shutting_down';

  constructor(
    readonly key: ConnectionKey,
    readonly definition: ServerDefinition,
    private readonly owner: ConnectionOwner,
  ) {
    const { settings } = owner;
    const { elicit } = owner;
    const label = connectionLabel(key);
    this.mask = secretMask(definition);
    const noise = new NoiseLog((line) => owner.warn(`MCP server ${label}: ${this.mask(line)}`));
    this.idleCheck = new IdleCheck(settings.pingIntervalMs, () => owner.background(this.checkIdle()));
    this.list = new ToolList(key, owner, {
      link: () => this.keeper.link,
      connect: () => this.connect(),
      failed: (link, error) => this.listFailed(link, error),
      listed: () => {
        this.keeper.enter('connected');
        owner.toolsChanged(this);
      },
      note: (text) => noise.add(text),
    });
    this.keeper = new LinkKeeper(definition, settings.connectTimeoutMs, settings.backoff, {
      admit: () => owner.admit(this),
      background: (work) => owner.background(work),
      detached: (work) => owner.detached(work),
      fetch: () => owner.fetchFor(this),
      mask: this.mask,
      onError: (error) => owner.debug(`MCP server ${label}: ${this.mask(describeError(error))}`),
      onNoise: (what) => noise.add(what),
      onNotificationStream: (open) => this.streamChanged(open),
      onOpen: (link, leftMs) => this.opened(link, leftMs),
      ...(elicit ? { onQuestion: (question) => answerElicitation(question, key, this.running, elicit) } : {}),
      onState: () => this.stateChanged(),
      onToolsChanged: () => this.list.request(),
      unreachable: () => this.unreachable(),
      wanted: () => owner.wanted(this),
    });
  }

  get settings(): ConnectionSettings {
    return this.owner.settings;
  }

  /** The last good list; undefined as long as none was read. */
  get tools(): readonly ToolDescriptor[] | undefined {
    return this.list.tools;
  }

  get openLink(): Link | undefined {
    return this.keeper.link;
  }

  get live(): boolean {
    return this.keeper.live;
  }

  /** Whether asking for the list now would change nothing. */
  get settled(): boolean {
    if (this.tools !== undefined || this.closedFor !== undefined) return true;
    return this.keeper.link ? !this.list.mayRetry : !this.keeper.promising;
  }

  /** Where the user may sign in, once the server has asked for it. */
  get authorizationUrl(): string | undefined {
    return this.owner.authorizationUrl(this);
  }

  /** The tool of this name on the wire, if it may be run. */
  findTool(rawName: string): ToolDescriptor | undefined {
    return this.list.find(rawName);
  }

  /** Marks the connection as used until `release`. */
  borrow(): void {
    this.borrowers += 1;
  }

  release(): void {
    this.borrowers -= 1;
    this.lastUsedAt = Date.now();
    this.owner.released(this);
  }

  /** The open link, or a new one. @throws ToolRouterException */
  connect(): Promise<Link> {
    return this.keeper.connect();
  }

  /** Sees to it that the list is known if it can be; never rejects. */
  async ensureList(): Promise<void> {
    if (this.settled) return;
    const { openLink } = this;
    // A new link reads the list by itself.
    await this.use(() => (openLink ? this.list.refresh() : this.connect())).catch(() => {});
  }

  /** Reads the list again. @throws ToolRouterException when that fails; the last good list stays */
  async refresh(): Promise<void> {
    await this.use(async () => {
      await this.connect();
      // A link that could not read its first list may be gone again.
      if (!this.openLink) throw this.unreachable();
      // The state tells why, in words that may be shown.
      await this.list.refresh().catch(() => Promise.reject(this.unreachable()));
    });
  }

  /** Accepts the tools as the server describes them now. */
  approveTools(): void {
    this.list.approve();
    this.owner.toolsChanged(this);
  }

  /** Allows an attempt at once: credentials are new, or somebody repaired the server. */
  retryNow(): void {
    this.keeper.allowNow();
  }

  /** Draws the consequences of a failed call. */
  apply(effect: CallEffect, link: Link, reason: string): void {
    if (effect === 'tools_changed') this.list.request();
    else if (effect === 'unreachable') this.keeper.drop(link, reason);
    else if (effect === 'auth_required') this.keeper.lock(link, reason);
    else this.keeper.expire(link);
  }

  rest(): void {
    if (this.borrowers === 0) this.owner.background(this.keeper.rest());
  }

  /** Closes for good: lets running requests end for a time, then ends them. Never rejects. */
  async close(why: 'removed' | 'shutting_down', drainMs: number): Promise<void> {
    this.closedFor = why;
    this.keeper.shut();
    this.list.stop();
    const until = Date.now() + drainMs;
    while (this.running.size > 0 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
    }
    for (const request of this.running) request.stop(why === 'removed' ? 'closing' : 'shutting_down');
    await this.keeper.rest();
  }

  status(): ConnectionStatus {
    const { scope, userId, serverId } = this.key;
    const { state, reason, since, ladder, link } = this.keeper;
    const { nextAttemptAt } = ladder;
    return {
      scope,
      ...(userId === undefined ? {} : { userId }),
      serverId,
      type: this.definition.type,
      state,
      ...(reason === undefined ? {} : { reason }),
      ...(this.definition.required ? { required: true } : {}),
      since,
      tools: this.tools?.length ?? 0,
      ...(this.list.stale ? { stale: true } : {}),
      ...(nextAttemptAt === undefined || state === 'idle' ? {} : { nextAttemptAt }),
      ...(this.notifications ? {} : { notifications: false }),
      ...(link?.pid === undefined ? {} : { pid: link.pid }),
    };
  }

  private async use(work: () => Promise<unknown>): Promise<void> {
    this.borrow();
    try {
      await work();
    } finally {
      this.release();
    }
  }

  private unreachable(): Error {
    const { closedFor } = this;
    if (closedFor) return closedException(this.key.serverId, closedFor === 'shutting_down');
    return unreachableException(this.status(), this.authorizationUrl);
  }

  private stateChanged(): void {
    const { state, reason, link } = this.keeper;
    if (!link) {
      this.list.age();
      this.idleCheck.stop();
      this.notifications = true;
    }
    this.owner.emit({ type: 'state', ...this.key, state, ...(reason === undefined ? {} : { reason }) });
  }

  private streamChanged(open: boolean): void {
    this.notifications = open;
    // What was announced while the stream was lost is not announced again.
    if (open) this.list.request();
  }

  /** A first list belongs to connecting; a known one is read again beside the calls. */
  private async opened(link: Link, leftMs: number): Promise<void> {
    this.idleCheck.start();
    if (this.tools === undefined) return this.list.read(link, leftMs).catch(() => {});
    this.keeper.enter('connected');
    this.owner.background(this.list.refresh().catch(() => {}));
  }

  private listFailed(link: Link, error: unknown): void {
    const reason = describeError(error);
    if (isSessionGone(error, link)) this.keeper.expire(link);
    else if (wasNeverSent(error)) this.keeper.drop(link, reason);
    else if (httpStatusOf(error) === 401) this.keeper.lock(link, 'The server asks for a sign-in (401).');
    else if (this.keeper.link === link) this.keeper.enter('degraded', `The list of tools could not be read: ${reason}`);
  }

  private async checkIdle(): Promise<void> {
    const { link } = this.keeper;
    if (!link || this.borrowers > 0) return;
    const health = await healthOf(link);
    if (health === 'expired') this.keeper.expire(link);
    else if (health === 'dead') this.keeper.drop(link, 'The server did not answer a ping.');
  }
}
