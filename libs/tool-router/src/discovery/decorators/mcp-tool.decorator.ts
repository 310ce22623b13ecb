import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';
import { MCP_TOOLS } from '../metadata-keys.js';
import type { McpToolOptions } from '../tool-options.js';

/** Marks a method of an `@McpService` class as a tool. An override in a subclass stays one, with or without it. */
export function McpTool(options: McpToolOptions = {}): MethodDecorator {
  return (target, property) => {
    if (typeof target === 'function' || typeof property === 'symbol') {
      const owner = typeof target === 'function' ? target.name : target.constructor.name;
      throw new ToolDefinitionException(
        `${owner}.${String(property)}`,
        '@McpTool works on instance methods with text names only.',
        'Make it an instance method of the service.',
      );
    }
    const own = Reflect.getOwnMetadata(MCP_TOOLS, target) as Map<string, McpToolOptions> | undefined;
    // Decorators of a class run in the order of its methods, so the map keeps that order.
    Reflect.defineMetadata(MCP_TOOLS, new Map(own).set(property, options), target);
  };
}
