import { AddressRefused } from './address-refused.js';
import { mayBePublicHost } from './public-host.js';

/** What requests may reach. */
export interface RequestRules {
  /** Every address must be public. */
  readonly guard: boolean;
  /** Plain http is spoken too. */
  readonly allowHttp: boolean;
}

/**
 * Checks the URL of a request, and of each redirect that is followed.
 * @throws AddressRefused
 */
export function assertRequestUrl(url: URL, rules: RequestRules): void {
  const scheme = url.protocol === 'https:' || (url.protocol === 'http:' && rules.allowHttp);
  const anonymous = url.username === '' && url.password === '';
  if (!scheme || !anonymous || (rules.guard && !mayBePublicHost(url.hostname))) throw new AddressRefused();
}
