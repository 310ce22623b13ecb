import * as fc from 'fast-check';
import { ipv6Words, wordsAsDotted } from './ipv6-words.js';
import { isPublicAddress } from './public-address.js';
import { mayBePublicHost } from './public-host.js';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.1',
    '192.169.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
  ])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.9',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.1.1.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::808:808',
    '100::1',
    '2001::1',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '3fff::1',
    '4000::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2606:4700::1%eth0',
    '1.1.1',
    '01.1.1.1',
    'one.one.one.one',
    '',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

function hostOf(url: string): string {
  return new URL(url).hostname;
}

describe('mayBePublicHost', () => {
  it.each([
    'https://a.example/',
    'https://A.EXAMPLE./',
    'https://1.1.1.1/',
    'https://[2606:4700::1]/',
    'https://internal.example.org/',
  ])('takes %s', (url) => {
    expect(mayBePublicHost(hostOf(url))).toBe(true);
  });

  it.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://①②⑦.0.0.1/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://app.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://metadata/',
    'http://db/',
    'http://router.home.arpa/',
  ])('refuses %s', (url) => {
    expect(mayBePublicHost(hostOf(url))).toBe(false);
  });
});

describe('ipv6Words', () => {
  it('reads every spelling of an address as a URL does', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const words = ipv6Words(address) ?? [];
        expect(words).toHaveLength(8);
        const spelled = words.map((word) => word.toString(16)).join(':');
        expect(new URL(`http://[${spelled}]`).hostname).toBe(new URL(`http://[${address}]`).hostname);
      }),
      { numRuns: 3000 },
    );
  });

  it('never takes an address in disguise for more than the plain one', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const [high, low] = [(a << 8) | b, (c << 8) | d];
        expect(wordsAsDotted(high, low)).toBe(address);
        const carried = [
          `::ffff:${address}`,
          `64:ff9b::${address}`,
          `2002:${high.toString(16)}:${low.toString(16)}::1`,
        ];
        for (const one of carried) expect(isPublicAddress(one)).toBe(isPublicAddress(address));
        expect(isPublicAddress(`::${address}`)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
