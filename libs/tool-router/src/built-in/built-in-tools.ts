import type { ToolDefinition } from '../tool/tool-definition.js';
import { ProcessRegistry } from './bash/process-registry.js';
import { codingTools } from './coding-tools.js';

const DEFINITIONS: ReadonlyMap<string, ToolDefinition> = new Map(
  codingTools(new ProcessRegistry()).map(({ definition }) => [definition.name, definition]),
);

/** Tools that cannot change anything; `bash` is none of them, because a command can. */
const READ_ONLY_NAMES = ['read_file', 'glob', 'grep'];

/** What the built-in coding tools are called and what a model is told about them; which of them exist is an option of the module. */
export const BuiltInTools = {
  /** The definitions of all coding tools. */
  codingTools(): readonly ToolDefinition[] {
    return [...DEFINITIONS.values()];
  },

  /** The definitions of the named tools, in the order of the names; unknown names are left out. */
  tools(...names: readonly string[]): readonly ToolDefinition[] {
    return [...new Set(names)].flatMap((name) => DEFINITIONS.get(name) ?? []);
  },

  /** All names, for the option `builtIn.tools` or an allowlist. */
  allCodingToolNames(): readonly string[] {
    return [...DEFINITIONS.keys()];
  },

  /** The names of the tools that only read, for a request that may not change anything. */
  readOnlyCodingToolNames(): readonly string[] {
    return READ_ONLY_NAMES.filter((name) => DEFINITIONS.has(name));
  },
} as const;
