import type { ExecutableTool } from './executable-tool.js';

/** The three kinds of servers that an allowlist can name. */
export type ServerScope = 'user' | 'local' | 'global';

/** An allowlist after its server ids were resolved for one request. */
export interface Exposure {
  /** Host code without any context: everything exists. */
  readonly unrestricted: boolean;
  /** Exposed names that the allowlist names one by one, in its order. */
  readonly functions: readonly string[];
  /** Whether the allowlist names any server; without, only tools of this process are left. */
  readonly hasServers: boolean;
  /** Server ids of one kind that the allowlist names, in its order. */
  servers(scope: ServerScope): readonly string[];
  /** Whether the request may list and run this tool. */
  permits(tool: ExecutableTool): boolean;
}
