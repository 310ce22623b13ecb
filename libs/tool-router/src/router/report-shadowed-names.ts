import type { Logger } from '@nestjs/common';
import type { ToolSource } from '../tool/tool-source.js';
import { UNRESTRICTED } from './allowlist.js';
import type { ToolResolver } from './tool-resolver.js';

/** Says once, at boot, which names of in-process tools can never be reached where both are allowed. */
export function reportShadowedNames(resolver: ToolResolver, logger: Logger): void {
  const first = new Map<string, string>();
  for (const source of resolver.sources.filter(isInProcess)) {
    const tools = source.list(UNRESTRICTED, {});
    if (tools instanceof Promise) continue;
    for (const { definition, origin } of tools) {
      const winner = first.get(definition.name);
      if (winner === undefined) first.set(definition.name, `${source.name} ${origin}`);
      else
        logger.warn(
          `${definition.name} of ${source.name} ${origin} is shadowed by ${winner} wherever both are allowed.`,
        );
    }
  }
}

function isInProcess(source: ToolSource): boolean {
  return source.name === 'built-in' || source.name === 'local-mcp' || source.name === 'function';
}
