import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

/** A sign-in that was begun and not finished. */
export interface PendingSignIn {
  /** Random, known to the person's browser only. */
  readonly state: string;
  /** The secret half of the PKCE pair. */
  readonly codeVerifier: string;
  /** Where the person signs in. */
  readonly url: string;
  /** The scope that the server asked for. */
  readonly scope?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** What is kept about one user's access to one server. Plain JSON, and secret. */
export interface StoredAuthorization {
  readonly tokens?: OAuthTokens;
  /** The client that was registered for the user. */
  readonly client?: OAuthClientInformationMixed;
  /** Where the authorization server is. */
  readonly discovery?: OAuthDiscoveryState;
  readonly pending?: PendingSignIn;
  /** The scope of the last finished sign-in, as the server had asked for it. */
  readonly grantedScope?: string;
}
