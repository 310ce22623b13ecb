import type { ConnectionState } from './connection/connection-status.js';

/** Which connection an event is about. */
export interface McpEventSource {
  readonly scope: 'global' | 'user';
  readonly userId?: string;
  readonly serverId: string;
}

/** A connection changed its state. */
export interface McpStateEvent extends McpEventSource {
  readonly type: 'state';
  readonly state: ConnectionState;
  readonly reason?: string;
}

/** A server added or removed tools. */
export interface McpToolsEvent extends McpEventSource {
  readonly type: 'tools';
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A tool is no longer described as it was when it was first seen, or approved last. */
export interface McpDriftEvent extends McpEventSource {
  readonly type: 'drift';
  /** The name on the wire. */
  readonly toolName: string;
  /** Hashes of the description, the schemas and the annotations. */
  readonly before: string;
  readonly after: string;
  /** The tool is neither listed nor run until the host approves it. */
  readonly withheld: boolean;
}

/** What the host can watch; free of secrets. */
export type McpEvent = McpStateEvent | McpToolsEvent | McpDriftEvent;
