import { CapacityException } from '../../errors/capacity.exception.js';
import type { ConnectionHandle } from '../connection/connection-handle.js';

/** How many clients users may have open. */
export interface UserClientLimits {
  readonly maxUserClients: number;
  readonly maxUserClientsPerUser: number;
  /** Milliseconds without use after which a client is closed. */
  readonly idleTimeoutMs: number;
}

/** Counts the open clients of users, closes idle ones, and makes room by closing what was not used for longest. */
export class UserClients {
  private readonly open = new Set<ConnectionHandle>();
  private readonly idleTimers = new Map<ConnectionHandle, NodeJS.Timeout>();
  private stopped = false;

  constructor(private readonly limits: UserClientLimits) {}

  /**
   * Makes room for one more client.
   * @throws CapacityException when all clients that count are in use
   */
  admit(client: ConnectionHandle): void {
    if (client.key.scope === 'global' || this.open.has(client)) return;
    for (const one of this.open) if (!one.live) this.open.delete(one);
    const own = [...this.open].filter((one) => one.key.userId === client.key.userId);
    if (own.length >= this.limits.maxUserClientsPerUser) makeRoom(own, this.open, 'This user has');
    if (this.open.size >= this.limits.maxUserClients) makeRoom([...this.open], this.open, 'All users together have');
    this.open.add(client);
  }

  /** A use ended: the idle time of the client begins anew. */
  released(client: ConnectionHandle): void {
    if (client.key.scope === 'global' || client.borrowers > 0 || this.stopped) return;
    clearTimeout(this.idleTimers.get(client));
    const timer = setTimeout(() => this.idle(client), this.limits.idleTimeoutMs);
    timer.unref();
    this.idleTimers.set(client, timer);
  }

  /** The client is gone for good. */
  forget(client: ConnectionHandle): void {
    clearTimeout(this.idleTimers.get(client));
    this.idleTimers.delete(client);
    this.open.delete(client);
  }

  /** Ends every idle time: all clients are being closed. */
  stop(): void {
    this.stopped = true;
    for (const timer of this.idleTimers.values()) clearTimeout(timer);
    this.idleTimers.clear();
    this.open.clear();
  }

  /** Whether a lost client of a user was used recently enough to be repaired without demand. */
  isWanted(client: ConnectionHandle): boolean {
    if (client.key.scope === 'global' || client.borrowers > 0) return true;
    return Date.now() - client.lastUsedAt < this.limits.idleTimeoutMs;
  }

  private idle(client: ConnectionHandle): void {
    this.idleTimers.delete(client);
    if (client.borrowers > 0) return;
    this.open.delete(client);
    client.rest();
  }
}

function makeRoom(among: readonly ConnectionHandle[], open: Set<ConnectionHandle>, whose: string): void {
  const free = among.filter((one) => one.borrowers === 0).toSorted((one, two) => one.lastUsedAt - two.lastUsedAt);
  const [oldest] = free;
  if (!oldest) {
    throw new CapacityException({
      modelMessage: 'The call was not run: too many connections to servers are in use. Try again later.',
      message: `${whose} ${among.length} MCP clients open, and all of them are in use.`,
    });
  }
  open.delete(oldest);
  oldest.rest();
}
