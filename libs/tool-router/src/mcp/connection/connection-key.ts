/** Whose connection it is, and to which server. */
export interface ConnectionKey {
  readonly scope: 'global' | 'user';
  readonly userId?: string;
  readonly serverId: string;
}

/** How logs name a connection. Never parsed. */
export function connectionLabel({ userId, serverId }: ConnectionKey): string {
  return userId === undefined ? serverId : `user_${userId}_service_${serverId}`;
}
