import type { McpServerConfig, McpServerConfigs } from './definition/mcp-server-config.js';
import type { ServerDefinition } from './definition/server-definition.js';
import type { ServerTable } from './pool/server-table.js';

/** An entry that is not used because it is not valid. */
export interface RefusedServer {
  readonly serverId: string;
  readonly reason: string;
  readonly since: Date;
}

/** What the host servers need from the gateway. */
export interface HostServerHooks {
  /** @throws ToolDefinitionException */
  parse(id: string, config: McpServerConfig): ServerDefinition;
  background(work: Promise<unknown>): void;
  warn(text: string): void;
}

/** Entries that came from one place. */
interface Layer {
  readonly valid: Map<string, ServerDefinition>;
  readonly refused: Map<string, RefusedServer>;
}

/** The name of the layer of servers that code adds at run time. */
const CODE = 'code';

/**
 * The host's servers, gathered from several places: where two have the same id, the place that was named first wins,
 * and what code adds at run time wins over all. Only what differs is changed in the table.
 */
export class HostServers {
  private readonly layers = new Map<string, Layer>();
  /** What the table was told last, by id. */
  private readonly applied = new Map<string, ServerDefinition>();

  /** @param places the places in the order of their precedence */
  constructor(
    private readonly table: ServerTable,
    private readonly hooks: HostServerHooks,
    places: readonly string[],
  ) {
    for (const place of [CODE, ...places]) this.layers.set(place, { valid: new Map(), refused: new Map() });
  }

  /** Every definition in use. */
  get definitions(): readonly ServerDefinition[] {
    return [...this.applied.values()];
  }

  /** Entries that are not valid, and of which no earlier version is in use. */
  get refused(): readonly RefusedServer[] {
    const all = [...this.layers.values()].flatMap((layer) => [...layer.refused.values()]);
    return all.filter(({ serverId }) => !this.applied.has(serverId));
  }

  /** Takes the entries of one place. An entry that is not valid keeps its last valid version. */
  load(place: string, configs: McpServerConfigs): void {
    const layer = this.layerOf(place);
    const before = new Map(layer.valid);
    layer.valid.clear();
    layer.refused.clear();
    for (const [id, config] of entriesOf(configs)) {
      try {
        const definition = this.hooks.parse(id, config);
        layer.valid.set(id, definition);
        for (const warning of definition.warnings) this.hooks.warn(`MCP server ${id}: ${warning}`);
      } catch (error) {
        this.refuse(layer, id, error as Error, before.get(id));
      }
    }
    for (const id of new Set([...before.keys(), ...layer.valid.keys()])) this.hooks.background(this.apply(id));
  }

  /** Adds or changes a server from code. @throws ToolDefinitionException, and ToolRouterException from a changed server that cannot be reached */
  async add(id: string, config: McpServerConfig): Promise<void> {
    this.layerOf(CODE).valid.set(id, this.hooks.parse(id, config));
    await this.apply(id);
  }

  /** Removes a server wherever it came from; a place that is read again may bring it back. */
  async remove(id: string): Promise<void> {
    for (const layer of this.layers.values()) {
      layer.valid.delete(id);
      layer.refused.delete(id);
    }
    await this.apply(id);
  }

  private layerOf(place: string): Layer {
    const layer = this.layers.get(place);
    if (!layer) throw new Error(`There is no place named ${place}.`);
    return layer;
  }

  private refuse(layer: Layer, serverId: string, error: Error, before: ServerDefinition | undefined): void {
    const reason = error.message;
    layer.refused.set(serverId, { serverId, reason, since: new Date() });
    if (before) layer.valid.set(serverId, before);
    this.hooks.warn(`${reason} ${before ? 'Its last valid version stays in use.' : 'It is left out.'}`);
  }

  private async apply(id: string): Promise<void> {
    const wanted = [...this.layers.values()].find((layer) => layer.valid.has(id))?.valid.get(id);
    if (!wanted?.enabled) {
      this.applied.delete(id);
      return this.table.removeHostServer(id);
    }
    this.applied.set(id, wanted);
    await this.table.setHostServer(wanted);
  }
}

function entriesOf(configs: McpServerConfigs): Iterable<readonly [string, McpServerConfig]> {
  return configs instanceof Map
    ? configs.entries()
    : Object.entries(configs as Readonly<Record<string, McpServerConfig>>);
}
