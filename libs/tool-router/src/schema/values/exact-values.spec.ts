import * as fc from 'fast-check';
import { enumValues } from './enum-values.js';
import { exactDate } from './exact-date.js';
import { exactBoolean, exactNumber } from './exact-text.js';
import { freshCopy } from './fresh-copy.js';

describe('exact texts', () => {
  it('are the numbers that JSON knows', () => {
    fc.assert(
      fc.property(fc.double({ min: -(2 ** 53), max: 2 ** 53, noNaN: true }), (value) => {
        expect(exactNumber(JSON.stringify(value))).toBe(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    '',
    ' ',
    '1 ',
    '+1',
    '01',
    '1.',
    '.5',
    '0x1',
    '1_000',
    '1,5',
    'NaN',
    'Infinity',
    '1e999',
    '9007199254740993',
    '٣',
  ])('are no numbers when they read %j', (text) => {
    expect(exactNumber(text)).toBeUndefined();
  });

  it('are true and false in lower case', () => {
    expect(['true', 'false', 'True', '1', 'yes', ''].map(exactBoolean)).toEqual([
      true,
      false,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are dates as ISO 8601 writes them', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(exactDate(date.toISOString())).toEqual(date);
      }),
    );
    expect(exactDate('2024-02-29')?.toISOString()).toBe('2024-02-29T00:00:00.000Z');
    expect(exactDate('2024-05-06t07:08:09.5+01:30')?.toISOString()).toBe('2024-05-06T05:38:09.500Z');
  });

  it.each([
    '',
    '2026',
    '2026-1-2',
    '2023-02-29',
    '2026-04-31T00:00:00Z',
    '2026-13-01',
    '12026-01-01',
    '2026-01-01T25:00',
    '1',
    'May 5',
  ])('are no dates when they read %j', (text) => {
    expect(exactDate(text)).toBeUndefined();
  });
});

describe('enumValues', () => {
  it('leaves the names of numeric members out, and only those', () => {
    enum Mixed {
      Zero,
      Minus = -2,
      Text = 'text',
    }
    expect(enumValues(Mixed)).toEqual(expect.arrayContaining([0, -2, 'text']));
    expect(enumValues(Mixed)).toHaveLength(3);
    expect(enumValues({ A: '1', '1': 'A' })).toEqual(['A', '1']);
  });
});

describe('freshCopy', () => {
  it('copies plain values deeply and shares instances', () => {
    const shared = new URL('https://example.org');
    const value = { list: [{ n: 1 }], at: new Date(0), set: new Set([1]), map: new Map([['a', [1]]]), shared };
    const copy = freshCopy(value) as typeof value;
    expect(copy).toEqual(value);
    expect(copy.list[0]).not.toBe(value.list[0]);
    expect(copy.at).not.toBe(value.at);
    expect(copy.map.get('a')).not.toBe(value.map.get('a'));
    expect(copy.shared).toBe(shared);
  });
});
