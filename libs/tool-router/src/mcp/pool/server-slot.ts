import type { ConnectionHandle } from '../connection/connection-handle.js';
import type { ServerConnection } from '../connection/server-connection.js';
import { definitionHash } from '../definition/definition-hash.js';
import type { ServerDefinition } from '../definition/server-definition.js';

/** Milliseconds that requests to a removed server may still take. */
export const REMOVE_DRAIN_MS = 3_000;

/** Makes the connection for a definition. */
export type ConnectionFactory = (definition: ServerDefinition) => ServerConnection;

/**
 * The place of one server id in one scope. Its definition can change: a new connection is opened first, then it takes
 * the place, and the old one ends after its calls.
 */
export class ServerSlot {
  /** The connection that lists and calls go to. */
  active: ServerConnection;
  /** A changed definition whose server could not be reached yet. */
  private successor?: ServerConnection;
  /** Replaced connections whose last calls still run. */
  private readonly ending = new Set<ServerConnection>();
  private closed = false;

  constructor(
    definition: ServerDefinition,
    private readonly create: ConnectionFactory,
    private readonly onReplaced: (old: ServerConnection) => void,
    private readonly background: (work: Promise<unknown>) => void,
    /** Made from a template for all users, not registered for this one. */
    readonly fromTemplate = false,
  ) {
    this.active = create(definition);
  }

  /** All connections of the place. */
  get connections(): readonly ServerConnection[] {
    return this.successor ? [this.active, this.successor] : [this.active];
  }

  /**
   * Takes a changed definition.
   * @param drainMs how long calls to the old server may still take
   * @throws ToolRouterException when the new server cannot be reached; the old one stays until it can
   */
  async replace(definition: ServerDefinition, drainMs: number): Promise<void> {
    const hash = definitionHash(definition);
    const { successor } = this;
    if (successor && definitionHash(successor.definition) === hash) return void (await successor.connect());
    this.successor = undefined;
    if (successor) this.background(successor.close('removed', 0));
    if (definitionHash(this.active.definition) === hash) return;
    const next = this.create(definition);
    if (!this.active.live) return this.swap(next, drainMs);
    this.successor = next;
    try {
      await next.connect();
    } finally {
      // Also a server that is reached later takes the place then: see `promote`.
      if (next.openLink) this.promote(next, drainMs);
    }
  }

  /** A connection of this place is open: a waiting one takes over. */
  promote(connection: ConnectionHandle, drainMs: number): void {
    const { successor } = this;
    if (!successor || connection !== successor || this.closed) return;
    this.successor = undefined;
    this.swap(successor, drainMs);
  }

  /** Closes everything of the place. Never rejects. */
  async close(why: 'removed' | 'shutting_down', drainMs: number): Promise<void> {
    this.closed = true;
    const all = [...this.connections, ...this.ending];
    await Promise.all(all.map((connection) => connection.close(why, drainMs)));
  }

  private swap(next: ServerConnection, drainMs: number): void {
    const old = this.active;
    this.active = next;
    this.ending.add(old);
    this.background(old.close('removed', drainMs).finally(() => this.ending.delete(old)));
    this.onReplaced(old);
  }
}
