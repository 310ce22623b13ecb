import { isRecord } from '../definition/is-record.js';
import type { McpServerConfig } from '../definition/mcp-server-config.js';

/**
 * Reads the text of a `mcp-servers-config.json`.
 * @throws Error that says what is wrong and where, without any of the text: it may hold secrets
 */
export function parseConfigFile(text: string): ReadonlyMap<string, McpServerConfig> {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (content.trim() === '') throw new Error('is empty');
  const root = parseJson(content);
  if (!isRecord(root)) throw new Error('is not a JSON object');
  const servers = Object.keys(root).length === 0 ? {} : root['mcpServers'];
  if (!isRecord(servers)) throw new Error('has no object "mcpServers"');
  // Whether an entry is valid is decided entry by entry.
  return new Map(Object.entries(servers) as [string, McpServerConfig][]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
    // oxlint-disable-next-line preserve-caught-error -- the message of the parser quotes the text
    throw new Error(line === undefined ? 'is not valid JSON' : `is not valid JSON, see line ${line}`);
  }
}
