/**
 * An allowlist: nothing is exposed that it does not name, and an empty one exposes nothing.
 *
 * `functions` names annotated functions, local MCP tools (by exposed name) and enabled built-ins.
 * `mcpServers` names servers: a plain id means the first that exists for the request of the user's own servers,
 * local services and global servers; `user:id`, `local:id` and `global:id` pick one kind.
 */
export interface ToolSelection {
  readonly functions?: readonly string[];
  readonly mcpServers?: readonly string[];
}
