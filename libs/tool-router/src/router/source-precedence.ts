import type { ToolSource } from '../tool/tool-source.js';
import type { ToolSourceName } from '../tool/tool-definition.js';

/** Who wins where several sources have a tool of one name. The one place that says so. */
export const SOURCE_PRECEDENCE: readonly ToolSourceName[] = Object.freeze([
  'built-in',
  'user-mcp',
  'local-mcp',
  'function',
  'global-mcp',
]);

/**
 * The sources whose tools are part of this process: an allowlist names them one by one, and they never wait. Where
 * several have a name, the entry means the first of these, as a plain server id means one server: so a service that a
 * request does not allow cannot take the place of the function that it names.
 */
export const IN_PROCESS_SOURCES: readonly ToolSourceName[] = Object.freeze(['built-in', 'function', 'local-mcp']);

/** The sources in the order in which they are asked. */
export function inPrecedence(sources: readonly ToolSource[]): readonly ToolSource[] {
  return sources.toSorted((a, b) => SOURCE_PRECEDENCE.indexOf(a.name) - SOURCE_PRECEDENCE.indexOf(b.name));
}
