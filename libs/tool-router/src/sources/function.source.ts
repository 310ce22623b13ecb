import type { ToolExplorer } from '../discovery/tool.explorer.js';
import type { Exposure } from '../tool/exposure.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolSource } from '../tool/tool-source.js';

/** Annotated `@FunctionCall` classes. */
export class FunctionSource implements ToolSource {
  readonly name = 'function';

  constructor(private readonly explorer: ToolExplorer) {}

  list(exposure: Exposure): readonly ExecutableTool[] {
    const { functions } = this.explorer.registry;
    if (exposure.unrestricted) return [...functions.values()];
    return exposure.functions.flatMap((name) => functions.get(name) ?? []);
  }

  find(toolName: string): ExecutableTool | undefined {
    return this.explorer.registry.functions.get(toolName);
  }
}
