import type { Logger } from '@nestjs/common';
import type { ExecutableTool } from '../tool/executable-tool.js';
import { UNRESTRICTED } from './allowlist.js';
import { IN_PROCESS_SOURCES } from './source-precedence.js';
import type { ToolResolver } from './tool-resolver.js';

/** Says once, at boot, which names of in-process tools can never be reached where both are allowed. */
export function reportShadowedNames({ sources }: ToolResolver, logger: Logger): void {
  const winners = new Map<string, ExecutableTool>();
  for (const source of sources.filter(({ name }) => IN_PROCESS_SOURCES.includes(name))) {
    const tools = source.list(UNRESTRICTED, {});
    if (tools instanceof Promise) continue;
    for (const tool of tools) {
      const { name } = tool.definition;
      const winner = winners.get(name);
      if (winner === undefined) winners.set(name, tool);
      else
        logger.warn(
          `${name} of ${source.name} ${tool.origin} is shadowed by ${winner.source} ${winner.origin} wherever both are allowed.`,
        );
    }
  }
}
