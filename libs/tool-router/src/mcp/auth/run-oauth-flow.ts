import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { headOf } from '../../text/cut-text.js';
import { AddressRefused } from '../net/address-refused.js';
import type { Challenge } from './challenge.js';
import { OAuthFlow, TokensReplaced, type OAuthFlowStart } from './oauth-flow.js';

/** How a run ended. */
export type OAuthOutcome =
  | { readonly kind: 'authorized'; readonly flow: OAuthFlow }
  | { readonly kind: 'sign_in'; readonly flow: OAuthFlow }
  /** Somebody else has renewed the tokens. */
  | { readonly kind: 'replaced'; readonly accessToken: string }
  /** The authorization server cannot be reached or is broken; the tokens may still be good. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** Neither renewing nor signing in works until somebody changes something. */
  | { readonly kind: 'impossible'; readonly reason: string };

/** One run of the SDK's OAuth logic. */
export interface OAuthRun extends OAuthFlowStart {
  readonly serverUrl: string;
  readonly fetch: FetchLike;
  readonly challenge?: Challenge;
  /** Exchanges the code of a finished sign-in. */
  readonly code?: string;
}

/** Renews tokens, begins a sign-in or finishes one, whatever is possible. Never throws. */
export async function runOAuthFlow(run: OAuthRun): Promise<OAuthOutcome> {
  const flow = new OAuthFlow(run);
  let anyOutage = false;
  let tokenOutage = false;
  try {
    const result = await auth(flow, {
      serverUrl: run.serverUrl,
      ...(run.code === undefined ? {} : { authorizationCode: run.code }),
      ...(run.challenge?.scope === undefined ? {} : { scope: run.challenge.scope }),
      ...(run.challenge?.resourceMetadataUrl === undefined
        ? {}
        : { resourceMetadataUrl: run.challenge.resourceMetadataUrl }),
      fetchFn: watched,
    });
    if (result === 'AUTHORIZED') return { kind: 'authorized', flow };
    // The SDK goes on to a sign-in when a refresh failed for any reason; a broken server is no reason for one.
    if (tokenOutage) return { kind: 'unavailable', reason: 'the authorization server does not answer a refresh' };
    return { kind: 'sign_in', flow };
  } catch (error) {
    if (error instanceof TokensReplaced) return { kind: 'replaced', accessToken: error.tokens.access_token };
    return { kind: anyOutage ? 'unavailable' : 'impossible', reason: reasonOf(error) };
  }

  async function watched(url: string | URL, init?: RequestInit): Promise<Response> {
    try {
      const response = await run.fetch(url, init);
      if (response.status >= 500 || response.status === 429) noteOutage(init);
      return response;
    } catch (error) {
      if (!(error instanceof AddressRefused)) noteOutage(init);
      throw error;
    }
  }

  function noteOutage(init?: RequestInit): void {
    anyOutage = true;
    if (init?.body instanceof URLSearchParams) tokenOutage = true;
  }
}

/** Without what servers wrote, which may repeat tokens. */
function reasonOf(error: unknown): string {
  if (error instanceof OAuthError) return `the authorization server answered ${headOf(error.errorCode, 100)}`;
  if (!(error instanceof Error) || error instanceof SyntaxError || error.name === 'ZodError') {
    return 'the authorization server answered something unusable';
  }
  return headOf(error.message, 300);
}
