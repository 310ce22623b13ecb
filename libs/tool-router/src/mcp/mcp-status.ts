import type { ConnectionStatus } from './connection/connection-status.js';
import type { RefusedServer } from './host-servers.js';

/** How the gateway is; free of secrets. */
export interface McpStatus {
  /** One record per connection, also for those that are not open. */
  readonly connections: readonly ConnectionStatus[];
  /** Servers of the configuration that are not used because their entries are not valid. */
  readonly refused: readonly RefusedServer[];
}
