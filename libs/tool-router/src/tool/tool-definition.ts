import type { JsonObjectSchema } from './json.js';

/** The five kinds of tools, in no particular order: the precedence is the router's. */
export type ToolSourceName = 'built-in' | 'user-mcp' | 'local-mcp' | 'function' | 'global-mcp';

/** Hints about what a tool does, with the meaning that the Model Context Protocol gives them. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** What a model is told about a tool: nothing here runs anything. */
export interface ToolDefinition {
  /** The name that the model sees and calls; matches `^[A-Za-z][A-Za-z0-9_-]{0,63}$`. */
  readonly name: string;
  readonly description: string;
  /** A JSON Schema whose root is an object; what the tool itself accepts, before any provider dialect. */
  readonly parameters: JsonObjectSchema;
  /** Whether provider shapes that know a strict mode ask for it. */
  readonly strict?: boolean;
  readonly annotations?: ToolAnnotations;
}
