import type { McpGateway, RemoteTools } from '../mcp/mcp-gateway.js';
import type { Exposure } from '../tool/exposure.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolSource } from '../tool/tool-source.js';
import { NO_REMOTE_TOOLS, whenKnown } from './remote-tools.js';

/**
 * A user's own remote servers. Which user is decided by the context; only host code without any user in its context
 * may address one by the encoded name.
 */
export class UserMcpSource implements ToolSource {
  readonly name = 'user-mcp';

  constructor(private readonly gateway: McpGateway) {}

  hasServer(serverId: string, { userId }: ToolContext): boolean {
    return userId !== undefined && this.gateway.hasServer(serverId, userId);
  }

  list(exposure: Exposure, context: ToolContext): readonly ExecutableTool[] | Promise<readonly ExecutableTool[]> {
    return whenKnown(this.#project(exposure, context.userId), ({ tools }) => tools);
  }

  find(
    toolName: string,
    exposure: Exposure,
    context: ToolContext,
  ): ExecutableTool | undefined | Promise<ExecutableTool | undefined> {
    if (!exposure.unrestricted || context.userId !== undefined) {
      return whenKnown(this.#project(exposure, context.userId), (tools) => tools.find(toolName));
    }
    const owner = this.gateway.ownerOfUserToolName(toolName);
    if (owner === undefined) return undefined;
    return whenKnown(this.#project(exposure, owner.userId), (tools) => tools.find(toolName));
  }

  findOwn(
    toolName: string,
    exposure: Exposure,
    context: ToolContext,
  ): readonly ExecutableTool[] | Promise<readonly ExecutableTool[]> {
    return whenKnown(this.#project(exposure, context.userId), (tools) => {
      const exposed = tools.find(toolName);
      return exposed === undefined
        ? tools.tools.filter((tool) => tool.origin === `${tool.serverId}:${toolName}`)
        : [exposed];
    });
  }

  candidates(
    toolName: string,
    exposure: Exposure,
    context: ToolContext,
  ): readonly string[] | Promise<readonly string[]> {
    return whenKnown(this.#project(exposure, context.userId), (tools) => tools.candidates(toolName));
  }

  #project(exposure: Exposure, userId: string | undefined): RemoteTools | Promise<RemoteTools> {
    if (userId === undefined) return NO_REMOTE_TOOLS;
    if (exposure.unrestricted) return this.gateway.projectUser(userId, undefined);
    const servers = exposure.servers('user');
    return servers.length === 0 ? NO_REMOTE_TOOLS : this.gateway.projectUser(userId, servers);
  }
}
