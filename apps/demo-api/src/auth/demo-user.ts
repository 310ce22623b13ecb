import type { ToolSelection } from 'nestjs-tool-router';

export type Role = 'support' | 'engineer';

/** Somebody who may use the API. */
export interface DemoUser {
  readonly id: string;
  readonly role: Role;
}

/** What each role may show to its model and run. `user:*` entries are the user's own servers, added per request. */
export const ALLOWED: Readonly<Record<Role, ToolSelection>> = {
  support: {
    functions: ['convert_units', 'search_help', 'read_file'],
    mcpServers: ['local:orders', 'global:everything'],
  },
  engineer: {
    functions: ['convert_units', 'search_help', 'read_file', 'write_file', 'edit', 'glob', 'grep'],
    mcpServers: ['local:orders', 'global:everything', 'global:files'],
  },
};
