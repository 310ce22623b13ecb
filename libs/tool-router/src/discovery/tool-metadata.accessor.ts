import { inheritedMetadata } from '../schema/inherited-metadata.js';
import type { ClassType } from '../tool/class-type.js';
import { FUNCTION_CALL, MCP_PARAMETERS, MCP_SERVICE, MCP_TOOLS } from './metadata-keys.js';
import type { ParameterMetadata } from './parameter-metadata.js';
import type { FunctionCallOptions, McpServiceOptions, McpToolOptions } from './tool-options.js';

/** What the tool decorators of a class say. */
export interface ToolMetadata {
  readonly functionCall: FunctionCallOptions | undefined;
  readonly service: McpServiceOptions | undefined;
  /** The tool methods of a class and its base classes, base first; a subclass's own options win. */
  readonly tools: ReadonlyMap<string, McpToolOptions>;
}

const NO_TOOLS: ReadonlyMap<string, McpToolOptions> = new Map();

/** Reads what the decorators wrote; nothing else knows the keys. Evaluates no getter of a provider. */
export const toolMetadata = {
  /** What the decorators of a class say about tools, undefined where it has none of them. */
  ofClass(type: ClassType): ToolMetadata | undefined {
    const functionCall = inheritedMetadata(FUNCTION_CALL, type) as FunctionCallOptions | undefined;
    const service = inheritedMetadata(MCP_SERVICE, type) as McpServiceOptions | undefined;
    const tools = toolMethods(type.prototype);
    if (functionCall === undefined && service === undefined && tools.size === 0) return undefined;
    return { functionCall, service, tools };
  },

  mcpParameters(type: ClassType, property: string): ReadonlyMap<number, ParameterMetadata> {
    const parameters = new Map<number, ParameterMetadata>();
    for (const prototype of prototypesOf(type)) {
      const own = Reflect.getOwnMetadata(MCP_PARAMETERS, prototype, property) as
        | ReadonlyMap<number, ParameterMetadata>
        | undefined;
      for (const [index, options] of own ?? []) parameters.set(index, options);
    }
    return parameters;
  },

  /** The parameter types that the compiler emitted for a method, or undefined where it did not. */
  parameterTypes(type: ClassType, property: string): readonly unknown[] | undefined {
    return inheritedMetadata('design:paramtypes', type.prototype as object, property) as readonly unknown[] | undefined;
  },

  /** The method of a class, found without running getters. */
  method(type: ClassType, property: string): ((...args: never[]) => unknown) | undefined {
    for (const prototype of prototypesOf(type).toReversed()) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, property);
      if (descriptor !== undefined) {
        return typeof descriptor.value === 'function' ? (descriptor.value as (...args: never[]) => unknown) : undefined;
      }
    }
    return undefined;
  },
} as const;

function toolMethods(prototype: unknown): ReadonlyMap<string, McpToolOptions> {
  if (!isOwnPrototype(prototype)) return NO_TOOLS;
  const inherited = toolMethods(Object.getPrototypeOf(prototype));
  const own = Reflect.getOwnMetadata(MCP_TOOLS, prototype) as ReadonlyMap<string, McpToolOptions> | undefined;
  if (own === undefined) return inherited;
  return inherited.size === 0 ? own : new Map([...inherited, ...own]);
}

/** The prototypes that an instance of a class inherits from, base first. */
function prototypesOf(type: ClassType): object[] {
  const chain: object[] = [];
  for (
    let prototype: unknown = type.prototype;
    isOwnPrototype(prototype);
    prototype = Object.getPrototypeOf(prototype)
  ) {
    chain.unshift(prototype);
  }
  return chain;
}

function isOwnPrototype(prototype: unknown): prototype is object {
  return typeof prototype === 'object' && prototype !== null && prototype !== Object.prototype;
}
