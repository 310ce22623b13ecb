import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { McpElicitationHandler } from '../mcp-elicitation.js';
import type { McpEvent } from '../mcp-events.js';
import type { BackoffPolicy } from './backoff.js';
import type { ConnectionHandle } from './connection-handle.js';

/** The times and limits that all connections of a gateway share; milliseconds. */
export interface ConnectionSettings {
  readonly connectTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxTotalTimeoutMs: number;
  readonly listDebounceMs: number;
  readonly minRefreshIntervalMs: number;
  readonly backoff: BackoffPolicy;
  readonly strictDrift: boolean;
  /** Between two looks at a link that nobody uses. */
  readonly pingIntervalMs: number;
}

/** What a connection needs from the gateway that holds it. */
export interface ConnectionOwner {
  readonly settings: ConnectionSettings;
  /** Sends the requests of a connection to a server behind a URL, with their credentials. */
  fetchFor(connection: ConnectionHandle): FetchLike;
  /** Where the user may sign in, once the server has said so. */
  authorizationUrl(connection: ConnectionHandle): string | undefined;
  /**
   * Makes room for a connection that is about to open.
   * @throws CapacityException
   */
  admit(connection: ConnectionHandle): void;
  /** Whether a lost connection is to be repaired before anybody asks for it. */
  wanted(connection: ConnectionHandle): boolean;
  /** A use of the connection ended. */
  released(connection: ConnectionHandle): void;
  /** The tools that the connection offers may have changed. */
  toolsChanged(connection: ConnectionHandle): void;
  /** Asks the user of a call what its server wants to know; absent where nobody can be asked. */
  readonly elicit?: McpElicitationHandler;
  /** Runs work that outlives the call that happens to cause it, outside of the async context of that call. */
  detached<T>(work: () => T): T;
  emit(event: McpEvent): void;
  warn(text: string): void;
  debug(text: string): void;
  /** Takes work that nobody waits for, so that shutdown can. */
  background(work: Promise<unknown>): void;
}
