import { randomBytes } from 'node:crypto';
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { OAuthSettings } from '../definition/server-definition.js';
import type { StoredAuthorization } from './stored-authorization.js';

const STATE_BYTES = 32;

/** Another process renewed the tokens in the meantime: its tokens are the ones to use. */
export class TokensReplaced extends Error {
  constructor(readonly tokens: OAuthTokens) {
    super('The tokens were renewed elsewhere.');
  }
}

/** What a flow starts from. */
export interface OAuthFlowStart {
  readonly settings: OAuthSettings;
  readonly stored: StoredAuthorization;
  /** A person has to sign in even if the tokens could be renewed. */
  readonly signInAnew: boolean;
  /** Reads the tokens that are stored by now. */
  readonly reread: () => Promise<OAuthTokens | undefined>;
}

/**
 * One run of the SDK's OAuth logic for one user and server. It works on what was stored when it began, and stores
 * nothing itself: what came of the run is in its fields.
 */
export class OAuthFlow implements OAuthClientProvider {
  client: OAuthClientInformationMixed | undefined;
  discovery: OAuthDiscoveryState | undefined;
  /** New tokens. */
  received: OAuthTokens | undefined;
  /** A sign-in that was begun. */
  begun: { state: string; codeVerifier: string; url: string } | undefined;
  private tokensAreVoid = false;
  private verifier: string | undefined;
  private stateText: string | undefined;

  constructor(private readonly start: OAuthFlowStart) {
    this.client = start.stored.client;
    this.discovery = start.stored.discovery;
    this.verifier = start.stored.pending?.codeVerifier;
  }

  get redirectUrl(): string | undefined {
    return this.start.settings.grant === 'authorization_code' ? this.start.settings.redirectUrl : undefined;
  }

  get clientMetadataUrl(): string | undefined {
    return this.start.settings.clientMetadataUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { clientName, scope, grant } = this.start.settings;
    const interactive = this.redirectUrl !== undefined;
    return {
      client_name: clientName,
      redirect_uris: this.redirectUrl === undefined ? [] : [this.redirectUrl],
      grant_types: interactive ? [grant, 'refresh_token'] : [grant],
      response_types: interactive ? ['code'] : [],
      ...(scope === undefined ? {} : { scope }),
    };
  }

  state(): string {
    this.stateText = randomBytes(STATE_BYTES).toString('base64url');
    return this.stateText;
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    const { clientId, clientSecret } = this.start.settings;
    if (clientId === undefined) return this.client;
    // The authorization server that took the credentials first is the only one that gets them from then on.
    const issuer = this.client?.client_id === clientId ? this.client.issuer : undefined;
    return {
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(issuer === undefined ? {} : { issuer }),
    };
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    const { clientId } = this.start.settings;
    if (clientId !== undefined && client.client_id !== clientId) {
      throw new Error('The configured client belongs to another authorization server.');
    }
    this.client = clientId === undefined ? client : { client_id: clientId, issuer: client.issuer };
  }

  tokens(): OAuthTokens | undefined {
    if (this.received) return this.received;
    return this.tokensAreVoid || this.start.signInAnew ? undefined : this.start.stored.tokens;
  }

  saveTokens(tokens: OAuthTokens): void {
    // An answer to a refresh may leave the refresh token out: then the old one stays good.
    const kept = this.tokens()?.refresh_token;
    this.received = kept === undefined ? tokens : { refresh_token: kept, ...tokens };
  }

  redirectToAuthorization(url: URL): void {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('The sign-in page is no web page.');
    if (this.stateText === undefined || this.verifier === undefined) throw new Error('The sign-in was not begun.');
    this.begun = { state: this.stateText, codeVerifier: this.verifier, url: url.href };
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    if (this.verifier === undefined) throw new Error('The sign-in was not begun.');
    return this.verifier;
  }

  prepareTokenRequest(scope?: string): URLSearchParams | undefined {
    if (this.start.settings.grant !== 'client_credentials') return undefined;
    return new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) });
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovery = state;
  }

  /** Whether these are the tokens that were refused for good. */
  voids(tokens: OAuthTokens): boolean {
    return this.tokensAreVoid && tokens.access_token === this.start.stored.tokens?.access_token;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all' || scope === 'client') this.client = undefined;
    if (scope === 'all' || scope === 'discovery') this.discovery = undefined;
    if (scope === 'verifier') this.verifier = undefined;
    if (scope !== 'all' && scope !== 'tokens') return;
    const stored = await this.start.reread();
    if (stored && stored.access_token !== this.start.stored.tokens?.access_token) throw new TokensReplaced(stored);
    this.tokensAreVoid = true;
  }
}
