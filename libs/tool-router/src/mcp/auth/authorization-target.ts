import type { HttpDefinition, OAuthSettings } from '../definition/server-definition.js';
import type { AuthorizationKey } from './mcp-token-store.js';

/** A server that is signed in to with OAuth, and for whom. */
export interface AuthorizationTarget {
  readonly definition: HttpDefinition & { readonly auth: OAuthSettings };
  /** Absent for a server that all users share. */
  readonly userId?: string;
}

/** The key that the tokens for a target are stored under. */
export function keyOf({ definition, userId }: AuthorizationTarget): AuthorizationKey {
  return { ...(userId === undefined ? {} : { userId }), serverId: definition.id, serverUrl: definition.url };
}

/** Whether a definition asks for OAuth. */
export function usesOAuth(definition: HttpDefinition): definition is AuthorizationTarget['definition'] {
  return definition.auth !== undefined;
}
