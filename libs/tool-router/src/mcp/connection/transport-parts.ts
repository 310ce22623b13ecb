import type { WatchedTransport } from './watched-transport.js';

/** A transport with what the SDK's interface for it cannot say. */
export interface TransportParts {
  readonly transport: WatchedTransport;
  /** The id of the server process. */
  readonly pid?: () => number | undefined;
  /** Why the transport closed by itself, for the developer. */
  readonly lossReason?: () => string | undefined;
  /** Tells the server that the session is over. */
  readonly terminate?: () => Promise<void>;
}

/** What a transport tells the connection beside messages. */
export interface TransportListener {
  /** Something came that is no message of the protocol. */
  onNoise(what: string): void;
  /** The server has forgotten the session, as it said to something else than a request. */
  onSessionGone(): void;
  /** The stream for the server's own notifications was lost, or is open again. */
  onNotificationStream(open: boolean): void;
}
