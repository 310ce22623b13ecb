import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { usesOAuth, type AuthorizationTarget } from './auth/authorization-target.js';
import { authorizedFetch } from './auth/authorized-fetch.js';
import { InMemoryTokenStore } from './auth/in-memory-token-store.js';
import { McpAuthorizations } from './auth/mcp-authorizations.js';
import type { McpCredentialProvider } from './auth/mcp-credential-provider.js';
import type { McpTokenStore } from './auth/mcp-token-store.js';
import type { ConnectionHandle } from './connection/connection-handle.js';
import { StartFailure } from './connection/start-failure.js';
import type { HttpDefinition } from './definition/server-definition.js';
import { createMcpFetch, type McpFetch } from './net/create-mcp-fetch.js';

/** Where credentials come from. */
export interface HttpAccessOptions {
  readonly credentials?: McpCredentialProvider;
  readonly tokenStore?: McpTokenStore;
  /** Takes what the host should know; free of secrets. */
  readonly warn: (text: string) => void;
}

/** Sends the requests of all connections. Those under the same rules share their sockets, never their credentials. */
export class HttpAccess {
  readonly authorizations: McpAuthorizations;
  private readonly fetches = new Map<string, McpFetch>();

  constructor(private readonly options: HttpAccessOptions) {
    this.authorizations = new McpAuthorizations({
      store: options.tokenStore ?? new InMemoryTokenStore(),
      fetchFor: ({ definition }) => this.plainFetch(definition),
      warn: options.warn,
    });
  }

  /** The fetch of one connection, which adds the connection's own credentials to each request. */
  fetchFor({ definition, key }: ConnectionHandle): FetchLike {
    if (definition.type === 'stdio') throw new StartFailure('A server process is not reached over HTTP.');
    const { credentials, warn } = this.options;
    const fetch = this.plainFetch(definition);
    // Most servers need none of it, and every request would pay for the copies of its headers.
    if (definition.headers.length === 0 && !definition.auth) return fetch;
    return authorizedFetch({
      definition,
      ...(key.userId === undefined ? {} : { userId: key.userId }),
      fetch,
      ...(credentials ? { credentials } : {}),
      authorizations: this.authorizations,
      warn,
    });
  }

  /** Where the user of a connection may sign in, once its server has asked for it. */
  signInUrl(connection: ConnectionHandle): string | undefined {
    const target = authorizationTargetOf(connection);
    return target && this.authorizations.signInUrl(target);
  }

  /** Ends all requests and connections. */
  async close(): Promise<void> {
    await Promise.all([...this.fetches.values()].map((one) => one.close()));
  }

  private plainFetch({ guarded, allowHttp }: HttpDefinition): FetchLike {
    const rules = `${guarded} ${allowHttp}`;
    const known = this.fetches.get(rules) ?? createMcpFetch({ guard: guarded, allowHttp });
    this.fetches.set(rules, known);
    return known.fetch;
  }
}

/** The OAuth side of a connection; undefined where its server is not signed in to with OAuth. */
export function authorizationTargetOf({ definition, key }: ConnectionHandle): AuthorizationTarget | undefined {
  if (definition.type === 'stdio' || !usesOAuth(definition)) return undefined;
  return { definition, ...(key.userId === undefined ? {} : { userId: key.userId }) };
}
