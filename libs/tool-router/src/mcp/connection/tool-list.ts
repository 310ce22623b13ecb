import type { ToolDescriptor } from '../catalogue/tool-descriptor.js';
import { connectionLabel, type ConnectionKey } from './connection-key.js';
import type { ConnectionOwner } from './connection-owner.js';
import type { Link } from './link.js';
import { listTools } from './list-tools.js';
import { ReconnectLadder } from './reconnect-ladder.js';
import { RefreshSchedule } from './refresh-schedule.js';
import { isSessionGone } from './session-gone.js';
import { ToolCatalogue, type CatalogueChange } from './tool-catalogue.js';

/** What the list of a connection needs from the connection. */
export interface ToolListHooks {
  /** The open link. */
  link(): Link | undefined;
  connect(): Promise<Link>;
  /** The list was read. */
  listed(): void;
  /** The list could not be read over this link. */
  failed(link: Link, error: unknown): void;
  /** Something about the server is worth a line in the log. */
  note(text: string): void;
}

/** The tools of one connection: keeps the last good list, and reads it again when there is reason to. */
export class ToolList {
  private readonly catalogue: ToolCatalogue;
  private readonly refreshes: RefreshSchedule;
  private readonly retries: ReconnectLadder;

  constructor(
    private readonly key: ConnectionKey,
    private readonly owner: Omit<ConnectionOwner, 'toolsChanged'>,
    private readonly hooks: ToolListHooks,
  ) {
    const { settings } = owner;
    this.catalogue = new ToolCatalogue(settings.strictDrift);
    this.refreshes = new RefreshSchedule(() => this.sweep(), {
      debounceMs: settings.listDebounceMs,
      minIntervalMs: settings.minRefreshIntervalMs,
    });
    this.retries = new ReconnectLadder(settings.backoff, () => void this.refresh().catch(() => {}));
  }

  /** The last good list; undefined as long as none was read. */
  get tools(): readonly ToolDescriptor[] | undefined {
    return this.catalogue.tools;
  }

  /** The list is from an earlier connection. */
  get stale(): boolean {
    return this.catalogue.stale;
  }

  /** Whether a list that could not be read may be tried again. */
  get mayRetry(): boolean {
    return this.retries.mayTry;
  }

  /** The tool of this name on the wire, if it may be run. */
  find(rawName: string): ToolDescriptor | undefined {
    return this.catalogue.find(rawName);
  }

  /** Accepts the tools as they are described now. */
  approve(): void {
    this.catalogue.approve();
  }

  /** The connection is not open any more: its list may be out of date. */
  age(): void {
    this.retries.stop();
    if (this.tools) this.catalogue.stale = true;
  }

  /** The server says that its tools changed. */
  request(): void {
    this.refreshes.request();
  }

  /** Reads the list now. @throws when that fails; the last good list stays */
  refresh(): Promise<void> {
    return this.refreshes.now();
  }

  stop(): void {
    this.retries.stop();
    this.refreshes.stop();
  }

  /** Reads the list over a link. @throws what the reading failed with */
  async read(link: Link, timeoutMs: number): Promise<void> {
    try {
      const { tools, notes } = await listTools(link, timeoutMs);
      if (this.hooks.link() !== link) return;
      this.retries.stop();
      this.retries.failures = 0;
      this.tell(this.catalogue.replace(tools), notes);
      this.hooks.listed();
    } catch (error) {
      if (this.hooks.link() === link && !link.lost) this.retries.stumbled();
      this.hooks.failed(link, error);
      throw error;
    }
  }

  private async sweep(): Promise<void> {
    const link = this.hooks.link();
    if (!link) return;
    const { requestTimeoutMs } = this.owner.settings;
    try {
      await this.read(link, requestTimeoutMs);
    } catch (error) {
      if (!isSessionGone(error, link)) throw error;
      await this.read(await this.hooks.connect(), requestTimeoutMs);
    }
  }

  private tell({ added, removed, drift, diagnostics }: CatalogueChange, notes: readonly string[]): void {
    const { key, owner, hooks } = this;
    for (const note of notes) hooks.note(note);
    for (const { toolName, reason } of diagnostics) {
      hooks.note(`the tool ${JSON.stringify(toolName ?? '')} is not complete or left out: ${reason}`);
    }
    for (const { rawName, before, after } of drift) {
      const name = JSON.stringify(rawName);
      owner.warn(`MCP server ${connectionLabel(key)}: the tool ${name} is described differently than before.`);
      owner.emit({ type: 'drift', ...key, toolName: rawName, before, after, withheld: owner.settings.strictDrift });
    }
    if (added.length > 0 || removed.length > 0) owner.emit({ type: 'tools', ...key, added, removed });
  }
}
