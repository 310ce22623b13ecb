import type { ServerDefinition } from '../definition/server-definition.js';
import type { ConnectionKey } from './connection-key.js';

/** A connection as its owner sees it. */
export interface ConnectionHandle {
  readonly key: ConnectionKey;
  readonly definition: ServerDefinition;
  /** A client is open, or is about to be. */
  readonly live: boolean;
  /** Calls and lists that use the connection now. */
  readonly borrowers: number;
  /** When the last of them ended, as `Date.now()` counts. */
  readonly lastUsedAt: number;
  /** Closes the client and keeps what is known; the next call connects again. */
  rest(): void;
}
