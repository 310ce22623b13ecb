import type { ClassType } from '../tool/class-type.js';
import type { JsonSchema } from '../tool/json.js';
import type { ToolAnnotations } from '../tool/tool-definition.js';
import type { TypeOption } from '../schema/field-options.js';

/** What `@FunctionCall` says about a class. */
export interface FunctionCallOptions {
  /** The name that the model sees: `^[A-Za-z][A-Za-z0-9_-]{0,63}$`, not of the shape `user_…_tool_…`. */
  readonly name: string;
  readonly description: string;
  /** Asks providers that know it for strict mode: closed objects, everything required, optional made nullable. */
  readonly strict?: boolean;
  /** The request DTO, where the compiler emits no types or the type of `apply`'s parameter is an interface. */
  readonly request?: ClassType;
  readonly annotations?: ToolAnnotations;
}

/** What `@McpService` says about a class. */
export interface McpServiceOptions {
  /** The id that an allowlist names, and the first part of its tools' names; the class name where it is missing. */
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
}

/** What `@McpTool` says about a method. */
export interface McpToolOptions {
  /** The second part of the exposed name; the method name where it is missing. */
  readonly name?: string;
  readonly description?: string;
  /** Replaces the schema made from the parameters; arguments are then validated against it. */
  readonly inputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
}

/** What `@McpParameter` says about a parameter of a tool method. */
export interface McpParameterOptions {
  /** The argument's name; read from the method's source where it is missing. */
  readonly name?: string;
  readonly description?: string;
  /** True unless there is a default. */
  readonly required?: boolean;
  /** Used where the model sends nothing or null. */
  readonly defaultValue?: unknown;
  /** What TypeScript's emitted types cannot tell: `'integer'`, `[Item]`, an enum object. */
  readonly type?: TypeOption;
}
