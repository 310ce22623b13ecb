import type { ConnectionSettings } from './connection/connection-owner.js';
import type { McpOptions } from './mcp-options.js';
import type { UserClientLimits } from './pool/user-clients.js';

/** The options with their defaults. */
export interface McpSettings {
  readonly connections: ConnectionSettings;
  readonly userClients: UserClientLimits;
  readonly maxProjectedTools: number;
  readonly userToolNames: 'encoded' | 'plain';
  readonly maxResultChars: number;
  readonly appendStructured: boolean;
  readonly shareUserId: boolean;
}

/** Fills the defaults in. */
export function mcpSettings(options: McpOptions): McpSettings {
  return {
    connections: {
      connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
      requestTimeoutMs: options.requestTimeoutMs ?? 60_000,
      maxTotalTimeoutMs: options.maxTotalTimeoutMs ?? 300_000,
      listDebounceMs: options.listDebounceMs ?? 300,
      minRefreshIntervalMs: options.minRefreshIntervalMs ?? 5_000,
      backoff: { startMs: options.backoffStartMs ?? 1_000, maxMs: options.backoffMaxMs ?? 60_000 },
      strictDrift: options.strictDrift ?? false,
      pingIntervalMs: 60_000,
    },
    userClients: {
      maxUserClients: options.maxUserClients ?? 200,
      maxUserClientsPerUser: options.maxUserClientsPerUser ?? 10,
      idleTimeoutMs: options.idleTimeoutMs ?? 600_000,
    },
    maxProjectedTools: options.maxProjectedTools ?? 128,
    userToolNames: options.userToolNames ?? 'encoded',
    maxResultChars: options.maxResultChars ?? 100_000,
    appendStructured: options.appendStructured ?? false,
    shareUserId: options.shareUserId ?? false,
  };
}
