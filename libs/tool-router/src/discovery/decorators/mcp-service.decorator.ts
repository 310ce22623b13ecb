import { SetMetadata } from '@nestjs/common';
import { MCP_SERVICE } from '../metadata-keys.js';
import type { McpServiceOptions } from '../tool-options.js';

/** Marks an injectable class whose `@McpTool` methods a model can call, as a local MCP service. */
export function McpService(options: McpServiceOptions = {}): ClassDecorator {
  return SetMetadata(MCP_SERVICE, options);
}
