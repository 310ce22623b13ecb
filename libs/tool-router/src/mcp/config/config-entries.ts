import type { McpServerConfig, McpServerConfigs } from '../definition/mcp-server-config.js';

/** The entries of either shape, with their ids. */
export function configEntries(configs: McpServerConfigs): readonly (readonly [string, McpServerConfig])[] {
  return configs instanceof Map ? [...configs] : Object.entries(configs as Readonly<Record<string, McpServerConfig>>);
}
