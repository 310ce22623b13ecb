import type { ParseOptions } from '../definition/parse-options.js';
import { parseServerConfig } from '../definition/parse-server-config.js';
import type { ServerDefinition } from '../definition/server-definition.js';
import { changeBetween, type DefinitionChange, type Definitions } from './definition-change.js';
import type { McpConfigSource } from './mcp-config-source.js';
import { SourceState } from './source-state.js';

/** Warnings that are remembered so as not to repeat them. */
const MAX_WARNED = 1000;

/** Who hears of the configuration. */
export interface DefinitionListener {
  changed(change: DefinitionChange): void;
  /** Something in the configuration cannot be used. Told once, free of values. */
  problem(text: string): void;
}

/**
 * Follows the sources of the host's servers: the definitions in force, and what changes about them.
 * Of an id that several sources have, the first source has the say. Disabled entries are left out.
 */
export class DefinitionTracker {
  private readonly states: readonly SourceState[];
  private readonly stops: (() => void | Promise<void>)[] = [];
  private readonly warned = new Set<string>();
  private current: Definitions = new Map();

  constructor(
    private readonly sources: readonly McpConfigSource[],
    options: Omit<ParseOptions, 'author'>,
    private readonly listener: DefinitionListener,
  ) {
    this.states = sources.map(
      (source) =>
        new SourceState(source, {
          parse: (id, config) => parseServerConfig(id, config, { ...options, author: 'host' }),
          listed: () => this.merge(),
          problem: (text) => this.listener.problem(text),
        }),
    );
  }

  /** The definitions in force, by server id. */
  get definitions(): Definitions {
    return this.current;
  }

  /** Begins to watch and lists every source once; a source that fails keeps the others from nothing. */
  async start(): Promise<void> {
    for (const [index, source] of this.sources.entries()) {
      const stop = source.watch?.(() => void this.states[index]?.refresh());
      if (stop) this.stops.push(stop);
    }
    await this.refresh();
  }

  /** Lists every source now. */
  async refresh(): Promise<void> {
    await Promise.all(this.states.map((state) => state.refresh()));
  }

  /** Ends the watches; nothing is told any more. */
  async stop(): Promise<void> {
    for (const state of this.states) state.stop();
    await Promise.allSettled(this.stops.splice(0).map(async (stop) => stop()));
  }

  private merge(): void {
    const merged = new Map<string, ServerDefinition>();
    for (const { definitions } of this.states) {
      for (const [id, definition] of definitions) {
        if (merged.has(id))
          this.warnOnce(`The MCP server ${JSON.stringify(id)} is configured twice; the first source has the say.`);
        else merged.set(id, definition);
        for (const warning of definition.warnings) this.warnOnce(`mcpServers.${id}: ${warning}.`);
      }
    }
    const enabled = new Map([...merged].filter(([, definition]) => definition.enabled));
    const change = changeBetween(this.current, enabled);
    this.current = enabled;
    if (change) this.listener.changed(change);
  }

  private warnOnce(text: string): void {
    if (this.warned.has(text)) return;
    if (this.warned.size >= MAX_WARNED) this.warned.clear();
    this.warned.add(text);
    this.listener.problem(text);
  }
}
