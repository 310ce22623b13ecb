import { declareParameter } from '../parameter-metadata.js';
import type { McpParameterOptions } from '../tool-options.js';

/** Describes a parameter of an `@McpTool` method; parameters without it are shown too. */
export function McpParameter(options: McpParameterOptions = {}): ParameterDecorator {
  return (target, property, index) => declareParameter(target, property, index, options);
}
