import { isIPv4, isIPv6 } from 'node:net';

/** The eight 16-bit words of an IPv6 address without zone; undefined when it is none. */
export function ipv6Words(address: string): readonly number[] | undefined {
  if (!isIPv6(address) || address.includes('%')) return undefined;
  const lastColon = address.lastIndexOf(':');
  const tail = address.slice(lastColon + 1);
  const text = isIPv4(tail) ? `${address.slice(0, lastColon + 1)}${dottedAsWords(tail)}` : address;
  const [head = '', rest] = text.split('::');
  const left = wordsOf(head);
  if (rest === undefined) return left;
  const right = wordsOf(rest);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

/** The IPv4 address that two words of an IPv6 address carry. */
export function wordsAsDotted(high: number, low: number): string {
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

function dottedAsWords(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function wordsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
}
