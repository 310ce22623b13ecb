import type { Exposure } from './exposure.js';
import type { ExecutableTool } from './executable-tool.js';
import type { ToolContext } from './tool-context.js';
import type { ToolSourceName } from './tool-definition.js';

/** One kind of tools. Listing and finding answer from the same data, so what is listed can be found. */
export interface ToolSource {
  readonly name: ToolSourceName;
  /** Whether an allowlist entry `serverId` names a server of this source for this request. */
  hasServer?(serverId: string, context: ToolContext): boolean;
  /** The tools of this source that the request exposes, in the order of the allowlist. */
  list(exposure: Exposure, context: ToolContext): readonly ExecutableTool[] | Promise<readonly ExecutableTool[]>;
  /**
   * The tool of this name, whether or not the allowlist names it as a function: the router asks `exposure.permits`.
   * Remote sources look only into the servers that the exposure names, because names depend on that choice.
   * @returns undefined when the name is not of this source
   */
  find(
    toolName: string,
    exposure: Exposure,
    context: ToolContext,
  ): ExecutableTool | undefined | Promise<ExecutableTool | undefined>;
  /** Names that a plain `toolName` could stand for where several servers offer it; each is in this request's list. */
  candidates?(
    toolName: string,
    exposure: Exposure,
    context: ToolContext,
  ): readonly string[] | Promise<readonly string[]>;

  /**
   * The tools of the context's user that host code may mean by a name: exposed, or the server's own.
   * Only the source of users' own servers has it.
   */
  findOwn?(
    toolName: string,
    exposure: Exposure,
    context: ToolContext,
  ): readonly ExecutableTool[] | Promise<readonly ExecutableTool[]>;
}
