import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import type { ExecutableTool } from '../tool/executable-tool.js';

/** The annotated tools of one application: names to tools, and services to their tools. */
export class ToolRegistry {
  readonly #functions = new Map<string, ExecutableTool>();
  readonly #localTools = new Map<string, ExecutableTool>();
  readonly #services = new Map<string, ExecutableTool[]>();

  addFunction(tool: ExecutableTool): void {
    addOnce(this.#functions, tool, 'Rename one of them.');
  }

  addLocalTool(tool: ExecutableTool): void {
    addOnce(this.#localTools, tool, 'Give one of them another name with @McpTool({ name }) or @McpService({ name }).');
    const service = tool.serverId ?? '';
    const tools = this.#services.get(service);
    if (tools === undefined) this.#services.set(service, [tool]);
    else tools.push(tool);
  }

  /** A service exists also while it has no tools. */
  addService(name: string): void {
    if (!this.#services.has(name)) this.#services.set(name, []);
  }

  get functions(): ReadonlyMap<string, ExecutableTool> {
    return this.#functions;
  }

  get localTools(): ReadonlyMap<string, ExecutableTool> {
    return this.#localTools;
  }

  /** Tools by the service that an allowlist names. */
  get services(): ReadonlyMap<string, readonly ExecutableTool[]> {
    return this.#services;
  }
}

function addOnce(tools: Map<string, ExecutableTool>, tool: ExecutableTool, remedy: string): void {
  const { name } = tool.definition;
  const other = tools.get(name);
  if (other !== undefined) {
    throw new ToolDefinitionException(
      `Tool ${JSON.stringify(name)}`,
      `it is declared twice: by ${other.origin} and by ${tool.origin}.`,
      remedy,
    );
  }
  tools.set(name, tool);
}
