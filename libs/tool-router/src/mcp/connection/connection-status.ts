/** Where a connection stands. */
export type ConnectionState =
  /** Not used yet, or closed after a time without use; the next call connects. */
  | 'idle'
  | 'connecting'
  | 'connected'
  /** Connected, but the list of tools could not be read. */
  | 'degraded'
  /** Not reachable; tried again by itself. */
  | 'backoff'
  /** Somebody has to sign in. */
  | 'auth_required'
  /** No common version of the protocol. */
  | 'incompatible'
  /** It cannot work until the definition or the machine changes. */
  | 'failed';

/** What the host is told about one connection; free of secrets. */
export interface ConnectionStatus {
  readonly scope: 'global' | 'user';
  readonly userId?: string;
  readonly serverId: string;
  readonly type: string;
  readonly state: ConnectionState;
  readonly reason?: string;
  /** The application cannot do without the server. */
  readonly required?: boolean;
  /** When the state began. */
  readonly since: Date;
  /** Tools that are known. */
  readonly tools: number;
  /** The known tools are from an earlier connection. */
  readonly stale?: boolean;
  readonly nextAttemptAt?: Date;
  /** False while the server's own stream of notifications is lost. */
  readonly notifications?: boolean;
  readonly pid?: number;
}
