import { Injectable } from '@nestjs/common';

/** What a user registered: shown back without its headers, which may hold secrets. */
export interface OwnServer {
  readonly id: string;
  readonly url: string;
}

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

  put(userId: string, server: OwnServer): void {
    const servers = this.#byUser.get(userId) ?? new Map<string, OwnServer>();
    this.#byUser.set(userId, servers.set(server.id, server));
  }

  remove(userId: string, id: string): boolean {
    return this.#byUser.get(userId)?.delete(id) ?? false;
  }
}
