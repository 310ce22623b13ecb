import type { DefinitionChange, Definitions } from './config/definition-change.js';
import { configEntries } from './config/config-entries.js';
import { DefinitionTracker } from './config/definition-tracker.js';
import type { McpConfigSource } from './config/mcp-config-source.js';
import type { McpServerConfig, McpServerConfigs } from './definition/mcp-server-config.js';
import type { ParseOptions } from './definition/parse-options.js';
import { parseServerConfig } from './definition/parse-server-config.js';
import type { ServerDefinition } from './definition/server-definition.js';
import type { ServerTable } from './pool/server-table.js';

/** What the host servers need from the gateway. */
export interface HostServerHooks {
  background(work: Promise<unknown>): void;
  /** Something in the configuration cannot be used. */
  problem(text: string): void;
}

const MAX_PROBLEMS = 50;

/**
 * The host's servers. What code adds at run time wins over the option `servers`, and that over the watched sources;
 * only what differs is changed in the table.
 */
export class HostServers {
  /** From code and from the option, already parsed. */
  private readonly own = new Map<string, ServerDefinition>();
  /** Entries of watched sources that code removed; they stay away until the source says something else. */
  private readonly hidden = new Map<string, ServerDefinition>();
  private readonly tracker: DefinitionTracker;
  private readonly told: string[] = [];
  private read: boolean;
  private reading?: Promise<void>;

  constructor(
    private readonly table: ServerTable,
    private readonly options: Omit<ParseOptions, 'author'>,
    private readonly hooks: HostServerHooks,
    sources: readonly McpConfigSource[],
  ) {
    this.tracker = new DefinitionTracker(sources, options, {
      changed: (change) => this.follow(change),
      problem: (text) => this.problem(text),
    });
    this.read = sources.length === 0;
  }

  /** What cannot be used of the configuration, the newest last. */
  get problems(): readonly string[] {
    return [...this.told];
  }

  /** The first reading of the sources, which this begins; undefined when it is done. */
  get firstReading(): Promise<void> | undefined {
    if (this.read) return undefined;
    this.reading ??= this.readFirst();
    return this.reading;
  }

  /** Every definition in use. */
  get definitions(): readonly ServerDefinition[] {
    const all = new Map([...this.watched, ...this.own]);
    return [...all.values()].filter(
      (definition) => definition.enabled && this.hidden.get(definition.id) !== definition,
    );
  }

  /** Takes the entries of the option; one that is not valid is left out and told. */
  load(configs: McpServerConfigs): void {
    for (const [id, config] of configEntries(configs)) {
      try {
        this.own.set(id, this.parse(id, config));
        this.hooks.background(this.apply(id));
      } catch (error) {
        this.problem(`${(error as Error).message} It is skipped.`);
      }
    }
  }

  stop(): Promise<void> {
    return this.tracker.stop();
  }

  /**
   * Adds or changes a server from code.
   * @throws ToolDefinitionException for an entry that is not valid
   * @throws ToolRouterException when a changed server cannot be reached
   */
  async add(id: string, config: McpServerConfig): Promise<void> {
    this.own.set(id, this.parse(id, config));
    await this.apply(id);
  }

  /** Removes a server wherever it came from. */
  async remove(id: string): Promise<void> {
    this.own.delete(id);
    const watched = this.watched.get(id);
    if (watched) this.hidden.set(id, watched);
    await this.apply(id);
  }

  private get watched(): Definitions {
    return this.tracker.definitions;
  }

  private async readFirst(): Promise<void> {
    await this.tracker.start();
    this.read = true;
  }

  private problem(text: string): void {
    this.told.push(text);
    if (this.told.length > MAX_PROBLEMS) this.told.shift();
    this.hooks.problem(text);
  }

  private parse(id: string, config: McpServerConfig): ServerDefinition {
    const definition = parseServerConfig(id, config, { ...this.options, author: 'host' });
    for (const warning of definition.warnings) this.problem(`mcpServers.${id}: ${warning}.`);
    return definition;
  }

  private follow({ added, updated, removed }: DefinitionChange): void {
    for (const { id } of [...added, ...updated.map(({ after }) => after), ...removed]) {
      this.hidden.delete(id);
      // A changed server that cannot be reached is a state of its connection, told there.
      this.hooks.background(this.apply(id));
    }
  }

  private async apply(id: string): Promise<void> {
    const watched = this.watched.get(id);
    const wanted = this.own.get(id) ?? (watched === this.hidden.get(id) ? undefined : watched);
    if (wanted?.enabled) await this.table.setHostServer(wanted);
    else await this.table.removeHostServer(id);
  }
}
