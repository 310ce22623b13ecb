import type { McpGateway, RemoteTools } from '../mcp/mcp-gateway.js';
import type { Exposure } from '../tool/exposure.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolSource } from '../tool/tool-source.js';
import { NO_REMOTE_TOOLS, whenKnown } from './remote-tools.js';

/** Remote servers that the host configured for everybody. */
export class GlobalMcpSource implements ToolSource {
  readonly name = 'global-mcp';

  constructor(private readonly gateway: McpGateway) {}

  hasServer(serverId: string): boolean {
    return this.gateway.hasServer(serverId);
  }

  list(exposure: Exposure): readonly ExecutableTool[] | Promise<readonly ExecutableTool[]> {
    return whenKnown(this.#project(exposure), ({ tools }) => tools);
  }

  find(toolName: string, exposure: Exposure): ExecutableTool | undefined | Promise<ExecutableTool | undefined> {
    return whenKnown(this.#project(exposure), (tools) => tools.find(toolName));
  }

  candidates(toolName: string, exposure: Exposure): readonly string[] | Promise<readonly string[]> {
    return whenKnown(this.#project(exposure), (tools) => tools.candidates(toolName));
  }

  #project(exposure: Exposure): RemoteTools | Promise<RemoteTools> {
    if (exposure.unrestricted) return this.gateway.projectGlobal(undefined);
    const servers = exposure.servers('global');
    return servers.length === 0 ? NO_REMOTE_TOOLS : this.gateway.projectGlobal(servers);
  }
}
