import type { McpServerConfig, McpServerConfigs } from '../definition/mcp-server-config.js';
import { configEntries } from './config-entries.js';
import type { McpConfigSource } from './mcp-config-source.js';

/** Entries that host code changes at run time. */
export class InMemoryMcpConfigSource implements McpConfigSource {
  private readonly entries: Map<string, McpServerConfig>;
  private readonly watchers = new Set<() => void>();

  constructor(configs: McpServerConfigs = {}) {
    this.entries = new Map(configEntries(configs));
  }

  list(): McpServerConfigs {
    return new Map(this.entries);
  }

  watch(onChange: () => void): () => void {
    // An own function for each watch: the same callback may watch twice.
    const watcher = (): void => onChange();
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  /** Adds an entry, or puts it in the place of the one with this id. */
  add(id: string, config: McpServerConfig): void {
    this.entries.set(id, config);
    this.changed();
  }

  /** Replaces an entry; false when there is none with this id. */
  update(id: string, config: McpServerConfig): boolean {
    if (!this.entries.has(id)) return false;
    this.add(id, config);
    return true;
  }

  /** Removes an entry; false when there is none with this id. */
  remove(id: string): boolean {
    const removed = this.entries.delete(id);
    if (removed) this.changed();
    return removed;
  }

  private changed(): void {
    for (const watcher of this.watchers) watcher();
  }
}
