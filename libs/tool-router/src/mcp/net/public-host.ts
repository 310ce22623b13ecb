import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** Name endings that never lead to the public internet, or lead to the metadata service of a cloud. */
const INNER_SUFFIXES: readonly string[] = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'corp',
  'private',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
];

/**
 * Whether the host of a URL may be public: literal addresses are decided here, because no name look-up sees them;
 * names are only refused when their spelling alone tells that they are inner ones.
 * @param hostname as `URL.hostname` spells it
 */
export function mayBePublicHost(hostname: string): boolean {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  const name = bare.toLowerCase();
  if (!name.includes('.')) return false;
  return !INNER_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}
