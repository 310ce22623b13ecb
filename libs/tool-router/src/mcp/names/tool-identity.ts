import { createHash } from 'node:crypto';

/** What makes a remote tool the one it is. */
export interface ToolIdentity {
  readonly scope: 'user' | 'global';
  /** Whose tool it is; absent for global servers. */
  readonly userId?: string;
  readonly serverId: string;
  /** The name on the wire. */
  readonly rawName: string;
}

/** 64 hex digits that only this identity has. */
export function identityDigest(tool: ToolIdentity): string {
  const parts = [tool.scope, tool.userId ?? null, tool.serverId, tool.rawName];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
