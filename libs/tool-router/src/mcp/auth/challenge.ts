import { extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js';

/** What a refusing server says about the access that it wants. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
  /** The token is good, but not for this. */
  readonly insufficientScope: boolean;
}

/** Reads the challenge of a 401, or of a 403 that asks for more scope; undefined for any other response. */
export function challengeOf(response: Response): Challenge | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  const insufficientScope = error === 'insufficient_scope';
  if (response.status === 403 && !insufficientScope) return undefined;
  return {
    insufficientScope,
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  };
}
