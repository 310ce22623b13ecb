import type { ToolExplorer } from '../discovery/tool.explorer.js';
import type { Exposure } from '../tool/exposure.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolSource } from '../tool/tool-source.js';

/** `@McpTool` methods of `@McpService` classes. */
export class LocalMcpSource implements ToolSource {
  readonly name = 'local-mcp';

  constructor(private readonly explorer: ToolExplorer) {}

  hasServer(serverId: string): boolean {
    return this.explorer.registry.services.has(serverId);
  }

  list(exposure: Exposure): readonly ExecutableTool[] {
    const { localTools, services } = this.explorer.registry;
    if (exposure.unrestricted) return [...localTools.values()];
    const named = exposure.functions.flatMap((name) => localTools.get(name) ?? []);
    // A tool may be named by itself and by its service.
    return [...new Set([...named, ...exposure.servers('local').flatMap((id) => services.get(id) ?? [])])];
  }

  find(toolName: string): ExecutableTool | undefined {
    return this.explorer.registry.localTools.get(toolName);
  }
}
