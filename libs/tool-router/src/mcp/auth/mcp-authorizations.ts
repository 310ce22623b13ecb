import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { AuthRequiredException } from '../../errors/auth-required.exception.js';
import { AuthorizationRecords } from './authorization-records.js';
import { keyOf, type AuthorizationTarget } from './authorization-target.js';
import { boundedFetch } from './bounded-fetch.js';
import type { Challenge } from './challenge.js';
import { authorizationKeyText, type McpTokenStore } from './mcp-token-store.js';
import { probeChallenge } from './probe-challenge.js';
import { RenewalPauses } from './renewal-pauses.js';
import { runOAuthFlow, type OAuthOutcome, type OAuthRun } from './run-oauth-flow.js';
import { SingleFlight } from './single-flight.js';
import type { PendingSignIn, StoredAuthorization } from './stored-authorization.js';

/** A link that is about to expire is not handed out again. */
const MIN_LEFT_MS = 60_000;

/** What came of an attempt to get a better token. */
export type Renewal =
  | { readonly kind: 'token'; readonly accessToken: string }
  /** Absent url: signing in is not possible now. */
  | { readonly kind: 'sign_in'; readonly url?: string }
  | { readonly kind: 'unavailable' };

/** What authorizations work with. */
export interface AuthorizationsOptions {
  readonly store: McpTokenStore;
  /** The fetch for everything that concerns a server, guarded where the server is. */
  readonly fetchFor: (target: AuthorizationTarget) => FetchLike;
  /** Takes what the host should know; free of secrets. */
  readonly warn: (text: string) => void;
}

/** The OAuth access of all users to all servers: tokens, their renewal, and signing in. */
export class McpAuthorizations {
  private readonly records: AuthorizationRecords;
  private readonly renewals = new SingleFlight<Renewal>();
  private readonly starts = new SingleFlight<string>();
  private readonly pauses = new RenewalPauses<Renewal>();

  constructor(private readonly options: AuthorizationsOptions) {
    this.records = new AuthorizationRecords(options.store);
  }

  /** The token to send with the next request; undefined before the first sign-in. */
  async accessToken(target: AuthorizationTarget): Promise<string | undefined> {
    return (await this.records.read(keyOf(target))).tokens?.access_token;
  }

  /** Where the user may sign in, if a request has shown that it is needed. */
  signInUrl(target: AuthorizationTarget): string | undefined {
    const last = this.pauses.last(textOf(target));
    return last?.kind === 'sign_in' ? last.url : undefined;
  }

  /**
   * Gets a better token after one was refused, with one attempt at a time for a user and server.
   * A failed attempt is followed by a pause in which nobody is asked.
   * @param refused the token that was sent, if any
   */
  renew(target: AuthorizationTarget, refused: string | undefined, challenge: Challenge): Promise<Renewal> {
    return this.renewals.run(textOf(target), () =>
      this.locked(target, () => this.renewNow(target, refused, challenge)),
    );
  }

  /** The server refuses a token that was made for it just now: there is no point in making more of them at once. */
  refusedAgain(target: AuthorizationTarget): void {
    this.pauses.note(textOf(target), { kind: 'sign_in' });
  }

  /** Whether the user has signed in for this scope, so that asking for it again would lead nowhere. */
  async wasGranted(target: AuthorizationTarget, scope: string | undefined): Promise<boolean> {
    const { grantedScope } = await this.records.read(keyOf(target));
    return scope !== undefined && grantedScope === scope;
  }

  /**
   * Begins a sign-in, or goes on with one that was begun.
   * @returns where the user signs in
   * @throws AuthRequiredException without a link when the authorization server does not take part
   */
  startAuthorization(target: AuthorizationTarget): Promise<string> {
    return this.starts.run(textOf(target), async () => {
      const stored = await this.records.read(keyOf(target));
      const pending = usablePending(stored);
      if (pending) return pending.url;
      const challenge = await probeChallenge(this.options.fetchFor(target), target.definition.url);
      const outcome = await this.run(target, stored, { ...(challenge ? { challenge } : {}), signInAnew: true });
      const renewal = await this.settle(target, outcome, challenge?.scope);
      if (renewal.kind === 'sign_in' && renewal.url !== undefined) return renewal.url;
      throw refusal(target, 'Signing in cannot be begun now.');
    });
  }

  /**
   * Finishes a sign-in with what the authorization server sent the user back with.
   * @param target the server, and the user who came back as the host's own session knows the user
   * @throws AuthRequiredException when the state is not the one of this user's running sign-in, or the code is refused
   */
  async finishAuthorization(target: AuthorizationTarget, code: string, state: string): Promise<void> {
    const stored = await this.records.takePending(keyOf(target), state);
    if (stored === undefined) {
      throw refusal(target, 'This sign-in was not begun by this user, took too long or was finished already.');
    }
    const outcome = await this.run(target, stored, { code, signInAnew: true });
    if (outcome.kind !== 'authorized') throw refusal(target, 'The authorization server did not accept the sign-in.');
    await this.records.saveTokens(keyOf(target), outcome.flow, stored.pending?.scope);
    this.pauses.clear(textOf(target));
  }

  /** Forgets everything about a user's access to a server. */
  async forget(target: AuthorizationTarget): Promise<void> {
    this.pauses.clear(textOf(target));
    await this.options.store.delete(keyOf(target));
  }

  private async renewNow(
    target: AuthorizationTarget,
    refused: string | undefined,
    challenge: Challenge,
  ): Promise<Renewal> {
    const stored = await this.records.read(keyOf(target));
    const current = stored.tokens?.access_token;
    if (current !== undefined && current !== refused) return { kind: 'token', accessToken: current };
    const paused = this.pauses.get(textOf(target));
    if (paused) return paused;
    const renewal = reusable(stored, challenge) ?? (await this.attempt(target, stored, challenge));
    if (renewal.kind === 'token') this.pauses.clear(textOf(target));
    else this.pauses.note(textOf(target), renewal);
    return renewal;
  }

  private async attempt(
    target: AuthorizationTarget,
    stored: StoredAuthorization,
    challenge: Challenge,
  ): Promise<Renewal> {
    const outcome = await this.run(target, stored, { challenge, signInAnew: challenge.insufficientScope });
    return this.settle(target, outcome, challenge.scope);
  }

  private run(
    target: AuthorizationTarget,
    stored: StoredAuthorization,
    run: Pick<OAuthRun, 'challenge' | 'code' | 'signInAnew'>,
  ): Promise<OAuthOutcome> {
    return runOAuthFlow({
      ...run,
      settings: target.definition.auth,
      serverUrl: target.definition.url,
      stored,
      reread: async () => (await this.records.read(keyOf(target))).tokens,
      fetch: boundedFetch(this.options.fetchFor(target)),
    });
  }

  /** Stores what came of a run. */
  private async settle(target: AuthorizationTarget, outcome: OAuthOutcome, scope?: string): Promise<Renewal> {
    switch (outcome.kind) {
      case 'authorized':
        return {
          kind: 'token',
          accessToken: (await this.records.saveTokens(keyOf(target), outcome.flow)).access_token,
        };
      case 'replaced':
        return { kind: 'token', accessToken: outcome.accessToken };
      case 'sign_in':
        return { kind: 'sign_in', url: (await this.records.savePending(keyOf(target), outcome.flow, scope)).url };
      default:
        this.options.warn(`No access to the MCP server ${JSON.stringify(target.definition.id)}: ${outcome.reason}.`);
        return outcome.kind === 'unavailable' ? { kind: 'unavailable' } : { kind: 'sign_in' };
    }
  }

  private locked<T>(target: AuthorizationTarget, work: () => Promise<T>): Promise<T> {
    const { store } = this.options;
    return store.withLock ? store.withLock(keyOf(target), work) : work();
  }
}

function textOf(target: AuthorizationTarget): string {
  return authorizationKeyText(keyOf(target));
}

function usablePending({ pending }: StoredAuthorization): PendingSignIn | undefined {
  return pending !== undefined && pending.expiresAt - Date.now() > MIN_LEFT_MS ? pending : undefined;
}

/** A running sign-in is never replaced under the person's hands, unless the server wants another scope or a refresh may do. */
function reusable(stored: StoredAuthorization, challenge: Challenge): Renewal | undefined {
  const pending = usablePending(stored);
  if (pending === undefined) return undefined;
  const fits = challenge.insufficientScope
    ? pending.scope === challenge.scope
    : stored.tokens?.refresh_token === undefined;
  return fits ? { kind: 'sign_in', url: pending.url } : undefined;
}

function refusal({ definition }: AuthorizationTarget, message: string): AuthRequiredException {
  return new AuthRequiredException({
    serverId: definition.id,
    modelMessage: `The user has to sign in to the server ${JSON.stringify(definition.id)} first.`,
    message: `${message} Begin it again.`,
  });
}
