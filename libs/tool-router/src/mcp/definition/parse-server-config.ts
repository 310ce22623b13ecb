import { ConfigReader } from './config-reader.js';
import { faultsOf } from './config-fault.js';
import { deepFreeze } from './deep-freeze.js';
import { isRecord } from './is-record.js';
import type { McpServerConfig } from './mcp-server-config.js';
import { parseHttp } from './parse-http.js';
import type { ParseOptions } from './parse-options.js';
import { parseStdio } from './parse-stdio.js';
import type { ServerDefinition } from './server-definition.js';
import { assertServerId } from './server-id.js';
import { SERVER_TYPES, serverTypeOf, type ServerType } from './server-type.js';

/**
 * Turns one entry of `mcpServers` into a definition: aliases resolved, placeholders filled, everything checked.
 * @throws ToolDefinitionException with the path of the field, the problem and a remedy, never with a value
 */
export function parseServerConfig(id: string, config: McpServerConfig, options: ParseOptions): ServerDefinition {
  assertServerId(id);
  const fault = faultsOf(id);
  if (!isRecord(config)) throw fault('', 'is not an object.', 'Write {"command": …} or {"url": …}.');
  const reader = new ConfigReader(config, fault);
  const type = typeOf(reader);
  return deepFreeze(type === 'stdio' ? parseStdio(id, reader, options) : { type, ...parseHttp(id, reader, options) });
}

function typeOf(reader: ConfigReader): ServerType {
  const field = (reader.text('type') ?? '').trim() === '' ? 'transport' : 'type';
  const spelling = reader.text(field)?.trim() ?? '';
  if (spelling !== '') {
    const type = serverTypeOf(spelling);
    if (type !== undefined) return type;
    throw reader.fault(field, 'is not a known type.', `Write one of: ${SERVER_TYPES.join(', ')}.`);
  }
  const hasCommand = reader.text('command') !== undefined;
  const hasUrl = reader.text('url') !== undefined;
  if (hasCommand && hasUrl) {
    throw reader.fault('', 'has both a command and a url.', `Say which with type: ${SERVER_TYPES.join(', ')}.`);
  }
  if (!hasCommand && !hasUrl) throw reader.fault('', 'has neither a command nor a url.', 'Add one of the two.');
  return hasUrl ? 'auto' : 'stdio';
}
