import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { AuthRequiredException } from '../../errors/auth-required.exception.js';
import { holdsCredential } from '../definition/credential-placeholders.js';
import type { HttpDefinition, NameValue } from '../definition/server-definition.js';
import { usesOAuth, type AuthorizationTarget } from './authorization-target.js';
import { challengeOf, type Challenge } from './challenge.js';
import { fillCredentials } from './fill-credentials.js';
import type { McpAuthorizations, Renewal } from './mcp-authorizations.js';
import type { McpCredentialProvider } from './mcp-credential-provider.js';

/** Different problems that one connection reports. */
const MAX_TOLD = 20;

/** Whose requests to which server, and where their credentials come from. */
export interface AuthorizedFetchOptions {
  readonly definition: HttpDefinition;
  /** Absent for a server that all users share. */
  readonly userId?: string;
  readonly fetch: FetchLike;
  readonly credentials?: McpCredentialProvider;
  readonly authorizations: McpAuthorizations;
  /** Takes what the host should know; free of secrets. */
  readonly warn: (text: string) => void;
}

/** What goes with one request. */
interface RequestCredentials {
  readonly own: readonly NameValue[];
  readonly token: string | undefined;
}

/**
 * Sends every request of one connection with its credentials, read anew each time.
 * Of several for the Authorization header, one of the user goes before the OAuth token, and that before a fixed value.
 * Where a credential is missing, the answer is a 401 that no server gave; where it cannot be got now, a 503.
 */
export function authorizedFetch(options: AuthorizedFetchOptions): FetchLike {
  const { definition, userId, fetch, authorizations } = options;
  const fixed = definition.headers.filter(([, value]) => !holdsCredential(value));
  const templates = definition.headers.filter(([, value]) => holdsCredential(value));
  const target = templates.some(([name]) => isAuthorization(name)) ? undefined : targetOf(definition, userId);

  if (target === undefined && definition.headers.length === 0) return fetch;
  const told = new Set<string>();

  return async (url, init) => {
    const credentials = await attempt(read);
    if (credentials instanceof Response) return credentials;
    const response = await send(url, init, credentials);
    const challenge = target && challengeOf(response);
    if (target === undefined || challenge === undefined) return response;
    const renewal = await attempt(() => renew(target, credentials.token, challenge));
    if (renewal === 'pointless') return response;
    await response.body?.cancel();
    if (renewal instanceof Response) return renewal;
    if (renewal.kind !== 'token') return unsentResponse(renewal.kind === 'unavailable' ? 503 : 401);
    const again = await send(url, init, { ...credentials, token: renewal.accessToken });
    if (again.status === 401) authorizations.refusedAgain(target);
    return again;
  };

  async function read(): Promise<RequestCredentials> {
    const own = templates.length === 0 ? [] : fillCredentials(templates, await ownCredentials(), definition.id);
    return { own, token: target && (await authorizations.accessToken(target)) };
  }

  async function ownCredentials(): Promise<Readonly<Record<string, string>> | undefined> {
    return userId === undefined ? undefined : options.credentials?.get(userId, definition.id);
  }

  async function renew(
    to: AuthorizationTarget,
    refused: string | undefined,
    challenge: Challenge,
  ): Promise<Renewal | 'pointless'> {
    const isGranted = challenge.insufficientScope && (await authorizations.wasGranted(to, challenge.scope));
    return isGranted ? 'pointless' : authorizations.renew(to, refused, challenge);
  }

  function send(
    url: string | URL,
    init: RequestInit | undefined,
    { own, token }: RequestCredentials,
  ): Promise<Response> {
    const headers = new Headers(init?.headers);
    for (const [name, value] of fixed) headers.set(name, value);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    for (const [name, value] of own) headers.set(name, value);
    return fetch(url, { ...init, headers });
  }

  /** What the host's own code fails with must not look like a failure of the connection: the request was never sent. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | Response> {
    try {
      return await work();
    } catch (error) {
      const missing = error instanceof AuthRequiredException;
      const reason = error instanceof Error ? error.message : String(error);
      const text = missing
        ? reason
        : `The credentials for the MCP server ${JSON.stringify(definition.id)} cannot be read: ${reason}`;
      if (!told.has(text) && told.size < MAX_TOLD) {
        told.add(text);
        options.warn(text);
      }
      return unsentResponse(missing ? 401 : 503);
    }
  }
}

function targetOf(definition: HttpDefinition, userId: string | undefined): AuthorizationTarget | undefined {
  return usesOAuth(definition) ? { definition, ...(userId === undefined ? {} : { userId }) } : undefined;
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization';
}

function unsentResponse(status: 401 | 503): Response {
  return new Response(null, { status });
}
