import type { ConnectionStatus } from './connection/connection-status.js';

/** How the gateway is; free of secrets. */
export interface McpStatus {
  /** One record per connection, also for those that are not open. */
  readonly connections: readonly ConnectionStatus[];
  /** What cannot be used of the configuration, the newest last. */
  readonly problems: readonly string[];
}
