import { BlockList } from 'node:net';

type Range = readonly [address: string, prefix: number, why: string];

/** IPv4 addresses that are not public (IANA special-purpose registry, plus multicast and reserved space). */
const IPV4: readonly Range[] = [
  ['0.0.0.0', 8, 'this network, unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-grade NAT'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local, metadata services'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'AMT'],
  ['192.88.99.0', 24, '6to4 relay'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarks'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, broadcast'],
];

/** Everything outside 2000::/3 is refused, so only special space within it is listed. */
const IPV6: readonly Range[] = [
  ['2001::', 23, 'protocol assignments, Teredo, ORCHID'],
  ['2001:db8::', 32, 'documentation'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3fff::', 20, 'documentation'],
];

function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family);
  return list;
}

/** IPv4 space that is not public. */
export const NOT_PUBLIC_IPV4 = listOf(IPV4, 'ipv4');

/** Special space within the global IPv6 space. */
export const SPECIAL_IPV6 = listOf(IPV6, 'ipv6');
