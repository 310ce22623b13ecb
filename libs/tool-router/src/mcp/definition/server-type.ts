import type { ServerDefinition } from './server-definition.js';

/** The ways to reach a server. */
export type ServerType = ServerDefinition['type'];

const SPELLINGS: ReadonlyMap<string, ServerType> = new Map([
  ['stdio', 'stdio'],
  ['process', 'stdio'],
  ['local', 'stdio'],
  ['sse', 'sse'],
  ['server-sent-events', 'sse'],
  ['event-stream', 'sse'],
  ['streamable_http', 'streamable_http'],
  ['streamable-http', 'streamable_http'],
  ['streamablehttp', 'streamable_http'],
  ['http-streamable', 'streamable_http'],
  ['http', 'streamable_http'],
  ['mcp', 'streamable_http'],
  ['auto', 'auto'],
]);

/** The types that a configuration may name, for messages. */
export const SERVER_TYPES: readonly ServerType[] = ['stdio', 'streamable_http', 'sse', 'auto'];

/** The type behind a spelling of it, in any case; undefined where there is none. */
export function serverTypeOf(spelling: string): ServerType | undefined {
  return SPELLINGS.get(spelling.trim().toLowerCase());
}
