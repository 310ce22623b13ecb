import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import type { BuiltInToolContext } from '../tool/built-in-tool-context.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import { ProcessRegistry } from './bash/process-registry.js';
import type { BuiltInTool } from './built-in-tool.js';
import { codingTools } from './coding-tools.js';
import { runCodingTool, type CodingHost } from './run-coding-tool.js';
import { SessionsSeen } from './workspace/seen-files.js';

/** The coding tools that a host enabled, ready to run, and the processes that they started. */
export class CodingToolSet {
  readonly tools: ReadonlyMap<string, ExecutableTool>;
  readonly #registry = new ProcessRegistry();

  /**
   * @param enabled names of coding tools
   * @param hostContext where they work unless a request says otherwise
   * @throws ToolDefinitionException where a name is no coding tool's
   */
  constructor(enabled: readonly string[], hostContext: Partial<BuiltInToolContext> | undefined) {
    const known = new Map(codingTools(this.#registry).map((tool) => [tool.definition.name, tool]));
    const unknown = enabled.filter((name) => !known.has(name));
    if (unknown.length > 0) {
      throw new ToolDefinitionException(
        'builtIn.tools',
        `${unknown.map((name) => JSON.stringify(name)).join(', ')} is no built-in coding tool.`,
        `Choose from ${[...known.keys()].join(', ')}.`,
      );
    }
    const names = new Set(enabled);
    const host: CodingHost = { context: hostContext, sessions: new SessionsSeen() };
    this.tools = new Map(
      [...known].filter(([name]) => names.has(name)).map(([name, tool]) => [name, executable(tool, host)]),
    );
  }

  /** Ends every process that `bash` left running; bounded in time. */
  shutdown(): Promise<void> {
    return this.#registry.shutdown();
  }
}

function executable(tool: BuiltInTool, host: CodingHost): ExecutableTool {
  return {
    definition: tool.definition,
    source: 'built-in',
    origin: 'built-in',
    execute: (args, invocation) => runCodingTool(tool, args, invocation, host),
  };
}
