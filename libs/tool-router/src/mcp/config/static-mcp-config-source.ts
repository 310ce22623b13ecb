import type { McpServerConfigs } from '../definition/mcp-server-config.js';
import type { McpConfigSource } from './mcp-config-source.js';

/** Entries that never change. */
export class StaticMcpConfigSource implements McpConfigSource {
  constructor(private readonly configs: McpServerConfigs) {}

  list(): McpServerConfigs {
    return this.configs;
  }
}
