import type { ExecutableTool } from '../tool/executable-tool.js';
import type { Exposure, ServerScope } from '../tool/exposure.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolSourceName } from '../tool/tool-definition.js';
import type { ToolSelection } from '../tool/tool-selection.js';
import type { ToolSource } from '../tool/tool-source.js';

const SCOPE_OF_SOURCE: Partial<Record<ToolSourceName, ServerScope>> = {
  'user-mcp': 'user',
  'local-mcp': 'local',
  'global-mcp': 'global',
};

const NONE: readonly string[] = Object.freeze([]);

/** Host code without any context: it chose the name itself. */
export const UNRESTRICTED: Exposure = Object.freeze({
  unrestricted: true,
  functions: NONE,
  hasServers: true,
  servers: () => NONE,
  permits: () => true,
});

/** A request without an allowlist. */
export const NOTHING: Exposure = Object.freeze({
  ...UNRESTRICTED,
  unrestricted: false,
  hasServers: false,
  permits: () => false,
});

/** Whether an entry in `functions` with a tool's name means that tool. */
export type IsNamed = (tool: ExecutableTool) => boolean;

/** Resolves an allowlist for one request: a plain server id means the first source in precedence that has it. */
export function exposeSelection(
  selection: ToolSelection | undefined,
  context: ToolContext,
  sources: readonly ToolSource[],
  isNamed: IsNamed,
): Exposure {
  if (selection === undefined) return NOTHING;
  const { functions = NONE, mcpServers = NONE } = selection;
  if (mcpServers.length === 0)
    return functions.length === 0 ? NOTHING : new NamedExposure(functions, undefined, isNamed);
  const servers: Record<ServerScope, string[]> = { user: [], local: [], global: [] };
  for (const entry of mcpServers) {
    const found = serverOf(entry, context, sources);
    if (found !== undefined && !servers[found.scope].includes(found.id)) servers[found.scope].push(found.id);
  }
  return new NamedExposure(functions, servers, isNamed);
}

/** What two allowlists both expose, in the order of the first. */
export function intersectExposures(first: Exposure, second: Exposure): Exposure {
  return {
    unrestricted: false,
    functions: first.functions,
    hasServers: first.hasServers,
    servers: (scope) =>
      // A local tool may be allowed by its own name on the other side, so `permits` decides there.
      scope === 'local'
        ? first.servers(scope)
        : first.servers(scope).filter((id) => second.servers(scope).includes(id)),
    permits: (tool) => first.permits(tool) && second.permits(tool),
  };
}

class NamedExposure implements Exposure {
  readonly unrestricted = false;

  constructor(
    readonly functions: readonly string[],
    private readonly byScope: Readonly<Record<ServerScope, readonly string[]>> | undefined,
    private readonly isNamed: IsNamed,
  ) {}

  get hasServers(): boolean {
    return this.byScope !== undefined;
  }

  servers(scope: ServerScope): readonly string[] {
    return this.byScope?.[scope] ?? NONE;
  }

  permits(tool: ExecutableTool): boolean {
    const scope = SCOPE_OF_SOURCE[tool.source];
    if (scope !== undefined && tool.serverId !== undefined && this.servers(scope).includes(tool.serverId)) return true;
    return this.functions.includes(tool.definition.name) && this.isNamed(tool);
  }
}

function serverOf(
  entry: string,
  context: ToolContext,
  sources: readonly ToolSource[],
): { scope: ServerScope; id: string } | undefined {
  if (entry === '') return undefined;
  const prefix = /^(user|local|global):/.exec(entry);
  if (prefix !== null) return { scope: prefix[1] as ServerScope, id: entry.slice(prefix[0].length) };
  for (const source of sources) {
    const scope = SCOPE_OF_SOURCE[source.name];
    if (scope !== undefined && source.hasServer?.(entry, context) === true) return { scope, id: entry };
  }
  return undefined;
}
