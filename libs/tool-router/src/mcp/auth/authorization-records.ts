import { timingSafeEqual } from 'node:crypto';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { AuthorizationKey, McpTokenStore } from './mcp-token-store.js';
import type { OAuthFlow } from './oauth-flow.js';
import type { PendingSignIn, StoredAuthorization } from './stored-authorization.js';

const MAX_TRIES = 10;
const SIGN_IN_MS = 10 * 60_000;

/** Reads and writes authorizations so that nobody's write undoes another's. */
export class AuthorizationRecords {
  constructor(private readonly store: McpTokenStore) {}

  /** The record as it is now; empty where there is none. */
  async read(key: AuthorizationKey): Promise<StoredAuthorization> {
    return (await this.store.get(key))?.value ?? {};
  }

  /** Stores the tokens that a run brought; they go before whatever is stored. */
  async saveTokens(key: AuthorizationKey, flow: OAuthFlow, grantedScope?: string): Promise<OAuthTokens> {
    const tokens = flow.received;
    if (tokens === undefined) throw new Error('The authorization brought no tokens.');
    await this.change(key, (current) => ({
      ...known(current, flow),
      tokens,
      ...scopeOf(grantedScope ?? current.grantedScope),
    }));
    return tokens;
  }

  /** Stores a sign-in that a run began; tokens that the run found void are dropped, those of others stay. */
  async savePending(key: AuthorizationKey, flow: OAuthFlow, scope?: string): Promise<PendingSignIn> {
    if (flow.begun === undefined) throw new Error('The sign-in was not begun.');
    const pending = { ...flow.begun, expiresAt: Date.now() + SIGN_IN_MS, ...(scope === undefined ? {} : { scope }) };
    await this.change(key, (current) => ({
      ...known(current, flow),
      ...(current.tokens === undefined || flow.voids(current.tokens) ? {} : { tokens: current.tokens }),
      ...scopeOf(current.grantedScope),
      pending,
    }));
    return pending;
  }

  /**
   * Takes the sign-in with this state out, so that it can be finished once.
   * @returns the record with the sign-in, or undefined when no running one has this state
   */
  async takePending(key: AuthorizationKey, state: string): Promise<StoredAuthorization | undefined> {
    const record = await this.store.get(key);
    const pending = record?.value.pending;
    if (record === undefined || pending === undefined || !sameText(pending.state, state)) return undefined;
    const { pending: _taken, ...rest } = record.value;
    const taken = await this.store.set(key, rest, record.version);
    return taken && pending.expiresAt > Date.now() ? record.value : undefined;
  }

  private async change(
    key: AuthorizationKey,
    next: (current: StoredAuthorization) => StoredAuthorization,
  ): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const current = await this.store.get(key);
      if (await this.store.set(key, next(current?.value ?? {}), current?.version)) return;
    }
    throw new Error('The token store refused every write.');
  }
}

/** What is known about the authorization server after a run. */
function known(current: StoredAuthorization, flow: OAuthFlow): StoredAuthorization {
  const client = flow.client ?? current.client;
  const discovery = flow.discovery ?? current.discovery;
  return { ...(client === undefined ? {} : { client }), ...(discovery === undefined ? {} : { discovery }) };
}

function scopeOf(grantedScope: string | undefined): StoredAuthorization {
  return grantedScope === undefined ? {} : { grantedScope };
}

function sameText(one: string, two: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(two)];
  return a.length === b.length && timingSafeEqual(a, b);
}
