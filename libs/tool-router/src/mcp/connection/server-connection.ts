import type { ToolDescriptor } from '../catalogue/tool-descriptor.js';
import type { ServerDefinition } from '../definition/server-definition.js';
import type { CallEffect } from './call-verdict.js';
import type { ConnectionHandle } from './connection-handle.js';
import { connectionLabel, type ConnectionKey } from './connection-key.js';
import type { ConnectionOwner, ConnectionSettings } from './connection-owner.js';
import type { ConnectionStatus } from './connection-status.js';
import type { Link } from './link.js';
import { LinkKeeper } from './link-keeper.js';
import { listTools } from './list-tools.js';
import { secretMask } from './secret-mask.js';
import { describeError, wasNeverSent } from './network-error.js';
import { NoiseLog } from './noise-log.js';
import { RefreshSchedule } from './refresh-schedule.js';
import type { RunningRequest } from './request-tool.js';
import { isSessionGone } from './session-gone.js';
import { ToolCatalogue, type CatalogueChange } from './tool-catalogue.js';
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
  private readonly catalogue: ToolCatalogue;
  private readonly refreshes: RefreshSchedule;
  private readonly noise: NoiseLog;
  private notifications = true;
  private listRetryAt = 0;
  private listFailures = 0;
  private closedFor?: 'removed' | 'shutting_down';

  constructor(
    readonly key: ConnectionKey,
    readonly definition: ServerDefinition,
    private readonly owner: ConnectionOwner,
  ) {
    const { settings } = owner;
    const label = connectionLabel(key);
    this.mask = secretMask(definition);
    this.catalogue = new ToolCatalogue(settings.strictDrift);
    this.noise = new NoiseLog((line) => owner.warn(`MCP server ${label}: ${this.mask(line)}`));
    this.refreshes = new RefreshSchedule(() => this.sweep(), {
      debounceMs: settings.listDebounceMs,
      minIntervalMs: settings.minRefreshIntervalMs,
    });
    this.keeper = new LinkKeeper(definition, settings.connectTimeoutMs, settings.backoff, {
      fetch: () => owner.fetchFor(this),
      admit: () => owner.admit(this),
      background: (work) => owner.background(work),
      mask: this.mask,
      onError: (error) => owner.debug(`MCP server ${label}: ${this.mask(describeError(error))}`),
      onNoise: (what) => this.noise.add(what),
      onNotificationStream: (open) => this.streamChanged(open),
      onOpen: (link, leftMs) => this.opened(link, leftMs),
      onState: () => this.stateChanged(),
      onToolsChanged: () => this.refreshes.request(),
      unreachable: () => this.unreachable(),
      wanted: () => owner.wanted(this),
    });
  }

  /** The last good list; undefined as long as none was read. */
  get tools(): readonly ToolDescriptor[] | undefined {
    return this.catalogue.tools;
  }

  /** Where the user may sign in, once the server has asked for it. */
  get authorizationUrl(): string | undefined {
    return this.owner.authorizationUrl(this);
  }

  /** The tool of this name on the wire, if it may be run. */
  findTool(rawName: string): ToolDescriptor | undefined {
    return this.catalogue.find(rawName);
  }

  get settings(): ConnectionSettings {
    return this.owner.settings;
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
    return this.keeper.link ? Date.now() < this.listRetryAt : !this.keeper.promising;
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
  async list(): Promise<void> {
    if (this.settled) return;
    this.borrow();
    try {
      const { link } = this.keeper;
      await this.connect();
      if (link && this.tools === undefined) await this.refreshes.now();
    } catch {
      // The state says why; a server whose list is not known has no tools.
    } finally {
      this.release();
    }
  }

  /** Reads the list again. @throws when that fails; the last good list stays */
  async refresh(): Promise<void> {
    this.borrow();
    try {
      await this.connect();
      await this.refreshes.now();
    } finally {
      this.release();
    }
  }

  /** Accepts the tools as the server describes them now. */
  approveTools(): void {
    this.catalogue.approve();
    this.owner.toolsChanged(this);
  }

  /** Allows an attempt at once: credentials are new, or somebody repaired the server. */
  retryNow(): void {
    this.keeper.allowNow();
  }

  /** Draws the consequences of a failed call. */
  apply(effect: CallEffect, link: Link, reason: string): void {
    if (effect === 'tools_changed') this.refreshes.request();
    else if (effect === 'unreachable') this.keeper.drop(link, reason);
    else if (effect === 'auth_required') this.keeper.lock(link, reason);
    else {
      this.keeper.expire(link);
      this.owner.background(this.connect().catch(() => {}));
    }
  }

  rest(): void {
    if (this.borrowers === 0) this.owner.background(this.keeper.rest());
  }

  /** Closes for good: lets running requests end for a time, then ends them. Never rejects. */
  async close(why: 'removed' | 'shutting_down', drainMs: number): Promise<void> {
    this.closedFor = why;
    this.keeper.shut();
    this.refreshes.stop();
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
      since,
      tools: this.tools?.length ?? 0,
      ...(this.catalogue.stale ? { stale: true } : {}),
      ...(nextAttemptAt === undefined || state === 'idle' ? {} : { nextAttemptAt }),
      ...(this.notifications ? {} : { notifications: false }),
      ...(link?.pid === undefined ? {} : { pid: link.pid }),
    };
  }

  private unreachable(): Error {
    const { closedFor } = this;
    if (closedFor) return closedException(this.key.serverId, closedFor === 'shutting_down');
    return unreachableException(this.status(), this.authorizationUrl);
  }

  private stateChanged(): void {
    const { state, reason } = this.keeper;
    if (state !== 'connected' && state !== 'degraded' && this.tools) this.catalogue.stale = true;
    this.owner.emit({ type: 'state', ...this.key, state, ...(reason === undefined ? {} : { reason }) });
  }

  private streamChanged(open: boolean): void {
    this.notifications = open;
    // What was announced while the stream was lost is not announced again.
    if (open) this.refreshes.request();
  }

  /** A first list belongs to connecting; a known one is read again beside the calls. */
  private async opened(link: Link, leftMs: number): Promise<void> {
    this.notifications = true;
    if (this.tools === undefined) return this.readList(link, leftMs).catch(() => {});
    this.keeper.enter('connected');
    this.owner.background(this.refreshes.now().catch(() => {}));
  }

  private async sweep(): Promise<void> {
    const { link } = this.keeper;
    if (!link) return;
    try {
      await this.readList(link, this.owner.settings.requestTimeoutMs);
    } catch (error) {
      if (!isSessionGone(error, link)) throw error;
      const fresh = await this.connect();
      await this.readList(fresh, this.owner.settings.requestTimeoutMs);
    }
  }

  private async readList(link: Link, timeoutMs: number): Promise<void> {
    try {
      link.inFlight += 1;
      const { tools, notes } = await listTools(link.client, timeoutMs);
      link.answered = true;
      if (this.keeper.link !== link) return;
      this.listFailures = 0;
      this.tell(this.catalogue.replace(tools), notes);
      this.keeper.enter('connected');
    } catch (error) {
      this.listFailed(link, error);
      throw error;
    } finally {
      link.inFlight -= 1;
    }
  }

  private listFailed(link: Link, error: unknown): void {
    const reason = describeError(error);
    if (isSessionGone(error, link)) return this.keeper.expire(link);
    if (wasNeverSent(error)) return this.keeper.drop(link, reason);
    if (this.keeper.link !== link) return;
    this.listFailures += 1;
    // The first failure may be followed by a new try at once.
    const pause = this.owner.settings.backoff.startMs * 2 ** Math.min(this.listFailures - 2, 6);
    this.listRetryAt = this.listFailures < 2 ? 0 : Date.now() + pause;
    this.keeper.enter('degraded', `The list of tools could not be read: ${reason}`);
    this.refreshes.request();
  }

  private tell({ added, removed, drift, diagnostics }: CatalogueChange, notes: readonly string[]): void {
    const label = connectionLabel(this.key);
    const { strictDrift } = this.owner.settings;
    for (const note of notes) this.noise.add(note);
    for (const { toolName, reason } of diagnostics) {
      this.noise.add(`tool ${JSON.stringify(toolName ?? '')} is left out: ${reason}`);
    }
    for (const { rawName, before, after } of drift) {
      this.owner.warn(`MCP server ${label}: the tool ${JSON.stringify(rawName)} is described differently than before.`);
      this.owner.emit({ type: 'drift', ...this.key, toolName: rawName, before, after, withheld: strictDrift });
    }
    if (added.length > 0 || removed.length > 0) this.owner.emit({ type: 'tools', ...this.key, added, removed });
    this.owner.toolsChanged(this);
  }
}
