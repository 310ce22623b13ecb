import type { Logger } from '@nestjs/common';
import { UNRESTRICTED } from './allowlist.js';
import { IN_PROCESS_SOURCES } from './source-precedence.js';
import type { ToolResolver } from './tool-resolver.js';

/** Says once, at boot, which names of in-process tools can never be reached where both are allowed. */
export function reportShadowedNames({ sources, named }: ToolResolver, logger: Logger): void {
  for (const source of sources.filter(({ name }) => IN_PROCESS_SOURCES.includes(name))) {
    const tools = source.list(UNRESTRICTED, {});
    if (tools instanceof Promise) continue;
    for (const tool of tools) {
      const { name } = tool.definition;
      const winner = named.get(name);
      if (winner === undefined || winner === tool) continue;
      logger.warn(
        `${name} of ${source.name} ${tool.origin} is shadowed by ${winner.source} ${winner.origin} wherever both are allowed.`,
      );
    }
  }
}
