import { isIPv4 } from 'node:net';
import { NOT_PUBLIC_IPV4, SPECIAL_IPV6 } from './ip-ranges.js';
import { ipv6Words, wordsAsDotted } from './ipv6-words.js';

/**
 * Whether an IP address belongs to the public internet. Addresses that carry an IPv4 address
 * (mapped, 6to4, NAT64) are public only when the carried one is. Anything that is no plain IP address is not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC_IPV4.check(address, 'ipv4');
  const words = ipv6Words(address);
  if (words === undefined) return false;
  const carried = carriedIpv4(words);
  if (carried !== undefined) return !NOT_PUBLIC_IPV4.check(carried, 'ipv4');
  const global = ((words[0] ?? 0) & 0xe000) === 0x2000;
  return global && !SPECIAL_IPV6.check(address, 'ipv6');
}

/** The IPv4 address within ::ffff:0:0/96, 64:ff9b::/96 (NAT64) or 2002::/16 (6to4). */
function carriedIpv4(words: readonly number[]): string | undefined {
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0, w6 = 0, w7 = 0] = words;
  if (w0 === 0x2002) return wordsAsDotted(w1, w2);
  const middleIsEmpty = w2 === 0 && w3 === 0 && w4 === 0;
  if (w0 === 0 && w1 === 0 && middleIsEmpty && w5 === 0xffff) return wordsAsDotted(w6, w7);
  if (w0 === 0x64 && w1 === 0xff9b && middleIsEmpty && w5 === 0) return wordsAsDotted(w6, w7);
  return undefined;
}
