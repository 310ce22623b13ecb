import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { ToolContext } from 'nestjs-tool-router';
import type { AuthenticatedRequest } from '../auth/auth.guard.js';
import { ALLOWED } from '../auth/demo-user.js';
import { DEMO_SETTINGS, type DemoSettings } from '../settings.js';
import { OwnServersStore } from '../servers/own-servers.store.js';

/** Says who a request works for, where, and what its role allows. Nothing here comes from the model. */
@Injectable()
export class ToolContextFactory {
  constructor(
    @Inject(DEMO_SETTINGS) private readonly settings: DemoSettings,
    private readonly ownServers: OwnServersStore,
  ) {}

  create(request: AuthenticatedRequest): ToolContext {
    const { id, role } = request.user;
    const { functions, mcpServers = [] } = ALLOWED[role];
    const own = this.ownServers.idsOf(id).map((serverId) => `user:${serverId}`);
    return {
      userId: id,
      sessionId: id,
      allow: { functions, mcpServers: [...own, ...mcpServers] },
      builtIn: { workspaceRoot: this.#workspaceOf(id) },
      signal: signalOf(request),
      deadlineMs: 60_000,
    };
  }

  #workspaceOf(userId: string): string {
    // User ids of other applications may hold anything, and a folder name must not.
    const folder = join(this.settings.workspacesRoot, createHash('sha256').update(userId).digest('hex').slice(0, 16));
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

/** Fires when the client goes away before it has its answer. */
function signalOf({ res: response }: AuthenticatedRequest): AbortSignal {
  const controller = new AbortController();
  const isGone = () => response?.writableFinished === false;
  // It may have gone while guards and pipes were at work.
  if (response?.destroyed === true && isGone()) controller.abort();
  response?.once('close', () => {
    if (isGone()) controller.abort();
  });
  return controller.signal;
}
