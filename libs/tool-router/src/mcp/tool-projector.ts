import { waitBounded } from './connection/wait-bounded.js';
import type { McpSettings } from './mcp-settings.js';
import type { NameStyle } from './names/propose-names.js';
import type { ServerSlot } from './pool/server-slot.js';
import type { ServerTable } from './pool/server-table.js';
import { projectTools, type ProjectedTools } from './project-tools.js';
import type { ProjectionCache } from './projection-cache.js';
import type { RemoteTools } from './remote-tools.js';
import { UserIdSpellings } from './user-id-spellings.js';

/** Lists the tools of servers for requests, and remembers the lists. */
export class ToolProjector {
  /** No tools at all. */
  readonly nothing: RemoteTools = Object.freeze({
    tools: Object.freeze([]),
    find: () => undefined,
    candidates: () => [],
  });
  private readonly spellings = new UserIdSpellings();

  constructor(
    private readonly table: ServerTable,
    private readonly settings: McpSettings,
    private readonly warn: (text: string) => void,
  ) {}

  /** The tools of global servers. */
  global(serverIds: readonly string[] | undefined): RemoteTools | Promise<RemoteTools> {
    const cached = this.table.globalProjections.get(serverIds);
    if (cached) return cached;
    const slots = (): readonly ServerSlot[] => this.table.globalSlots(serverIds);
    return this.project(slots, { kind: 'global' }, serverIds, () => this.table.globalProjections);
  }

  /** The tools of one user's servers. */
  user(userId: string, serverIds: readonly string[] | undefined): RemoteTools | Promise<RemoteTools> {
    const cached = this.table.userServers(userId)?.projections.get(serverIds);
    if (cached) return cached;
    this.spellings.remember(userId);
    const kind = this.settings.userToolNames === 'plain' ? 'plain-user' : 'user';
    const slots = (): readonly ServerSlot[] => this.table.userSlots(userId, serverIds);
    return this.project(slots, { kind, userId }, serverIds, () => this.table.userServers(userId)?.projections);
  }

  /** The user whose tool an exposed name stands for, where names say so. */
  ownerOf(toolName: string): string | undefined {
    return this.settings.userToolNames === 'plain' ? undefined : this.spellings.ownerOf(toolName);
  }

  private project(
    slots: () => readonly ServerSlot[],
    style: NameStyle,
    serverIds: readonly string[] | undefined,
    cache: () => ProjectionCache | undefined,
  ): RemoteTools | Promise<RemoteTools> {
    const build = (): RemoteTools => {
      const tools = projectTools(slots(), style, this.settings);
      this.tellLeftOut(tools);
      cache()?.set(serverIds, tools);
      return tools;
    };
    const unknown = slots().filter((slot) => !slot.active.settled);
    return unknown.length === 0 ? build() : this.listAll(unknown).then(build);
  }

  private async listAll(slots: readonly ServerSlot[]): Promise<void> {
    const deadline = Date.now() + this.settings.connections.connectTimeoutMs;
    const lists = Promise.all(slots.map((slot) => slot.active.ensureList()));
    await waitBounded(lists, undefined, deadline).catch(() => {});
  }

  private tellLeftOut({ leftOut, tools }: ProjectedTools): void {
    if (leftOut === 0) return;
    this.warn(
      `A request names servers with ${tools.length + leftOut} tools; ${leftOut} of them are left out (maxProjectedTools).`,
    );
  }
}
