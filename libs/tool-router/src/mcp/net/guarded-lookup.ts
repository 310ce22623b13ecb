import * as dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { AddressRefused } from './address-refused.js';
import { isPublicAddress } from './public-address.js';

/** Resolves a name to all its addresses. */
export type ResolveAll = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

/**
 * A look-up for sockets that refuses a name as soon as one of its addresses is not public.
 * The socket connects to what was checked here, so a name that changes its address in between gains nothing.
 */
export function guardedLookup(resolve: ResolveAll = (...args) => dns.lookup(...args)): LookupFunction {
  return (hostname, options, callback) => {
    const { family, hints } = options;
    resolve(hostname, { ...(family ? { family } : {}), ...(hints ? { hints } : {}), all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, '');
      else if (first === undefined)
        callback(Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' }), '');
      else if (!addresses.every(({ address }) => isPublicAddress(address))) callback(new AddressRefused(), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
