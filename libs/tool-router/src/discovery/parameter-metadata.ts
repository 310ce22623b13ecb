import { ToolDefinitionException } from '../errors/tool-definition.exception.js';
import { MCP_PARAMETERS } from './metadata-keys.js';
import type { McpParameterOptions } from './tool-options.js';

/** Stands in the place of a parameter's options where the router fills the parameter itself. */
export const CONTEXT_PARAMETER = Symbol('context-parameter');

/** What is known about one parameter of a tool method. */
export type ParameterMetadata = McpParameterOptions | typeof CONTEXT_PARAMETER;

/** Stores what a decorator says about a parameter. */
export function declareParameter(
  target: object,
  property: string | symbol | undefined,
  index: number,
  options: ParameterMetadata,
): void {
  if (typeof target === 'function' || typeof property !== 'string') {
    const owner = typeof target === 'function' ? target.name : target.constructor.name;
    throw new ToolDefinitionException(
      `${owner}${property === undefined ? ' constructor' : `.${String(property)}`}`,
      'parameter decorators for tools work on instance methods only.',
      'Move the decorator to a parameter of an @McpTool method.',
    );
  }
  const own = Reflect.getOwnMetadata(MCP_PARAMETERS, target, property) as Map<number, ParameterMetadata> | undefined;
  Reflect.defineMetadata(MCP_PARAMETERS, new Map(own).set(index, options), target, property);
}
