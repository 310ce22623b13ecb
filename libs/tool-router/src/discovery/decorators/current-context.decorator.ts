import { CONTEXT_PARAMETER, declareParameter } from '../parameter-metadata.js';

/** Fills a parameter of an `@McpTool` method with the call's `ToolContext`; the model never sees it. */
export function CurrentContext(): ParameterDecorator {
  return (target, property, index) => declareParameter(target, property, index, CONTEXT_PARAMETER);
}
