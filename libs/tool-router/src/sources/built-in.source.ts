import type { CodingToolSet } from '../built-in/coding-tool-set.js';
import type { Exposure } from '../tool/exposure.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolSource } from '../tool/tool-source.js';

/** The built-in coding tools that the host enabled; with none enabled, their names are free. */
export class BuiltInSource implements ToolSource {
  readonly name = 'built-in';

  constructor(private readonly codingTools: CodingToolSet) {}

  list(exposure: Exposure): readonly ExecutableTool[] {
    const { tools } = this.codingTools;
    if (exposure.unrestricted) return [...tools.values()];
    return exposure.functions.flatMap((name) => tools.get(name) ?? []);
  }

  find(toolName: string): ExecutableTool | undefined {
    return this.codingTools.tools.get(toolName);
  }
}
