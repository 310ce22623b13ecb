import { Injectable } from '@nestjs/common';

/** What a user registered: shown back without its headers, which may hold secrets. */
export interface OwnServer {
  readonly id: string;
  readonly url: string;
}

/** Servers of one user at most. */
export const MAX_SERVERS = 20;

/** Remembers which servers each user registered; a real application keeps them in its database. */
@Injectable()
export class OwnServersStore {
  readonly #byUser = new Map<string, Map<string, OwnServer>>();

  idsOf(userId: string): readonly string[] {
    return [...(this.#byUser.get(userId)?.keys() ?? [])];
  }

  serversOf(userId: string): readonly OwnServer[] {
    return [...(this.#byUser.get(userId)?.values() ?? [])];
  }

  /** Whether the user may register a server of this id: one more, or one that takes the place of another. */
  hasRoomFor(userId: string, id: string): boolean {
    const servers = this.#byUser.get(userId);
    return servers === undefined || servers.has(id) || servers.size < MAX_SERVERS;
  }

  put(userId: string, server: OwnServer): void {
    const servers = this.#byUser.get(userId) ?? new Map<string, OwnServer>();
    this.#byUser.set(userId, servers.set(server.id, server));
  }

  remove(userId: string, id: string): boolean {
    return this.#byUser.get(userId)?.delete(id) ?? false;
  }
}
