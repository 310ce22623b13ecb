import type { ConnectionHandle } from '../connection/connection-handle.js';
import type { ConnectionKey } from '../connection/connection-key.js';
import type { ServerConnection } from '../connection/server-connection.js';
import { definitionHash } from '../definition/definition-hash.js';
import type { ServerDefinition } from '../definition/server-definition.js';
import { ProjectionCache } from '../projection-cache.js';
import { REMOVE_DRAIN_MS, ServerSlot } from './server-slot.js';
import { UserServers } from './user-servers.js';

/** What the table needs from the gateway. */
export interface TableHooks {
  create(key: ConnectionKey, definition: ServerDefinition): ServerConnection;
  /** A connection is out of use for good. */
  retired(connection: ServerConnection): void;
  background(work: Promise<unknown>): void;
  /** Milliseconds that calls to a replaced server may still take. */
  readonly drainMs: number;
  /** Users without registered servers and without open clients that are remembered. */
  readonly maxRestingUsers: number;
}

/** All servers by scope, user and id. Keys are nested maps, so no id can be mistaken for another. */
export class ServerTable {
  readonly globals = new Map<string, ServerSlot>();
  readonly globalProjections = new ProjectionCache();
  private readonly templates = new Map<string, ServerDefinition>();
  private readonly users = new Map<string, UserServers>();

  constructor(private readonly hooks: TableHooks) {}

  get connections(): readonly ServerConnection[] {
    return this.slots().flatMap((slot) => slot.connections);
  }

  /** Whether a server exists for the user, registered or as a template. */
  hasUserServer(userId: string, serverId: string): boolean {
    return this.templates.has(serverId) || this.users.get(userId)?.slots.has(serverId) === true;
  }

  /** Adds or changes a server of the host: for everybody, or a template that gives every user an own connection. */
  async setHostServer(definition: ServerDefinition): Promise<void> {
    const { id } = definition;
    if (definition.scope === 'user') {
      this.hooks.background(this.dropGlobal(id));
      this.hooks.background(this.setTemplate(id, definition));
      return;
    }
    this.hooks.background(this.setTemplate(id, undefined));
    const slot = this.globals.get(id);
    if (slot) return slot.replace(definition, this.hooks.drainMs);
    this.globals.set(id, this.slot({ scope: 'global', serverId: id }, definition, false));
    this.globalProjections.clear();
  }

  /** Removes a server of the host. Resolves when its connections are closed. */
  async removeHostServer(id: string): Promise<void> {
    await Promise.all([this.dropGlobal(id), this.setTemplate(id, undefined)]);
  }

  /** Adds or changes a server of one user. */
  async setUserServer(userId: string, definition: ServerDefinition): Promise<void> {
    const user = this.user(userId);
    const { id } = definition;
    const slot = user.slots.get(id);
    if (slot && !slot.fromTemplate) return slot.replace(definition, this.hooks.drainMs);
    if (slot) this.hooks.background(this.close(slot));
    user.slots.set(id, this.slot({ scope: 'user', userId, serverId: id }, definition, false));
    user.projections.clear();
  }

  /** Removes a server of one user. Resolves when its connections are closed. */
  async removeUserServer(userId: string, id: string): Promise<void> {
    const user = this.users.get(userId);
    const slot = user?.slots.get(id);
    if (!user || !slot) return;
    user.slots.delete(id);
    user.projections.clear();
    if (user.slots.size === 0) this.users.delete(userId);
    await this.close(slot);
  }

  /** Removes everything of one user, and nothing of anybody else. */
  async clearUser(userId: string): Promise<void> {
    const user = this.users.get(userId);
    this.users.delete(userId);
    await Promise.all([...(user?.slots.values() ?? [])].map((slot) => this.close(slot)));
  }

  /** The user's servers among the named ones, or all; connections of templates are made here, not opened. */
  userSlots(userId: string, ids: readonly string[] | undefined): readonly ServerSlot[] {
    const known = this.users.get(userId);
    const wanted = ids ?? [...(known?.slots.keys() ?? []), ...this.templates.keys()];
    return [...new Set(wanted)].flatMap((id) => this.users.get(userId)?.slots.get(id) ?? this.fromTemplate(userId, id));
  }

  globalSlots(ids: readonly string[] | undefined): readonly ServerSlot[] {
    return ids === undefined
      ? [...this.globals.values()]
      : [...new Set(ids)].flatMap((id) => this.globals.get(id) ?? []);
  }

  /** What is remembered of a user who has servers. */
  userServers(userId: string): UserServers | undefined {
    return this.users.get(userId);
  }

  /** The list of a connection was read. */
  toolsChanged(connection: ConnectionHandle): void {
    const { userId, serverId } = connection.key;
    this.projectionsOf(connection.key)?.clear();
    const slots = userId === undefined ? this.globals : this.users.get(userId)?.slots;
    slots?.get(serverId)?.promote(connection, this.hooks.drainMs);
  }

  /** Closes everything. */
  async closeAll(): Promise<void> {
    await Promise.all(this.slots().map((slot) => slot.close('shutting_down', 0)));
  }

  private slots(): readonly ServerSlot[] {
    return [...this.globals.values(), ...[...this.users.values()].flatMap((user) => [...user.slots.values()])];
  }

  private slot(key: ConnectionKey, definition: ServerDefinition, fromTemplate: boolean): ServerSlot {
    const { hooks } = this;
    return new ServerSlot(
      definition,
      (changed) => hooks.create(key, changed),
      (old) => {
        hooks.retired(old);
        this.projectionsOf(key)?.clear();
      },
      (work) => hooks.background(work),
      fromTemplate,
    );
  }

  private projectionsOf(key: ConnectionKey): ProjectionCache | undefined {
    return key.userId === undefined ? this.globalProjections : this.users.get(key.userId)?.projections;
  }

  private async close(slot: ServerSlot): Promise<void> {
    for (const connection of slot.connections) this.hooks.retired(connection);
    await slot.close('removed', REMOVE_DRAIN_MS);
  }

  private async dropGlobal(id: string): Promise<void> {
    const slot = this.globals.get(id);
    if (!slot) return;
    this.globals.delete(id);
    this.globalProjections.clear();
    await this.close(slot);
  }

  private async setTemplate(id: string, definition: ServerDefinition | undefined): Promise<void> {
    const before = this.templates.get(id);
    if (definition) this.templates.set(id, definition);
    else this.templates.delete(id);
    if (!before || (definition && definitionHash(before) === definitionHash(definition))) return;
    const closing: Promise<void>[] = [];
    for (const user of this.users.values()) {
      const slot = user.slots.get(id);
      if (!slot?.fromTemplate) continue;
      user.slots.delete(id);
      user.projections.clear();
      closing.push(this.close(slot));
    }
    await Promise.all(closing);
  }

  private fromTemplate(userId: string, id: string): readonly ServerSlot[] {
    const definition = this.templates.get(id);
    if (!definition) return [];
    const user = this.user(userId);
    const slot = this.slot({ scope: 'user', userId, serverId: id }, definition, true);
    user.slots.set(id, slot);
    user.projections.clear();
    return [slot];
  }

  private user(userId: string): UserServers {
    const known = this.users.get(userId) ?? new UserServers();
    // The order of the map is the order of use.
    this.users.delete(userId);
    this.users.set(userId, known);
    this.forgetResting();
    return known;
  }

  /** Users who only ever used templates come back at any time; what is known of them is not kept for ever. */
  private forgetResting(): void {
    if (this.users.size <= this.hooks.maxRestingUsers) return;
    for (const [userId, { slots }] of this.users) {
      const resting = [...slots.values()].every(
        (slot) => slot.fromTemplate && !slot.active.live && slot.active.borrowers === 0,
      );
      if (!resting || slots.size === 0) continue;
      this.users.delete(userId);
      for (const slot of slots.values()) this.hooks.background(this.close(slot));
      return;
    }
  }
}
