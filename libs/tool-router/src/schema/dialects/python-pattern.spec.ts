import { isPythonPattern } from './python-pattern.js';

describe('isPythonPattern', () => {
  it.each([
    '',
    '^[a-z][a-z0-9_-]{0,63}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(?!00)(?=\\d)\\d{6}$',
    '(?<=a)b(?<!c)d',
    '(a|b)\\1',
    '[\\w.-]+@[\\w-]+\\.[a-z]{2,}',
    '[-+]?\\d*(?:\\.\\d+)?',
    '\\x41\\u0042\\0\\/\\-\\]',
    '\\Aabc\\Z',
    '[^"\\\\./[\\]]{1,200}',
    'caf\u00e9|\ud83d\ude00',
  ])('takes %j', (pattern) => {
    expect(isPythonPattern(pattern)).toBe(true);
  });

  it.each([
    ['a property of characters', '^\\p{L}+$'],
    ['its opposite, in a class', '[\\P{Lu}]'],
    ['a named group', '(?<year>\\d{4})'],
    ['a reference to a named group', '(a)\\k<year>'],
    ['a reference to no group', '\\1(a)'],
    ['a reference from inside of its group', '(a\\1)'],
    ['a code point', '\\u{1F600}'],
    ['half a code', '\\x4'],
    ['a control character', '\\cA'],
    ['an escaped letter that means nothing', 'a\\z'],
    ['the same in a class', '[\\e]'],
    ['any character', '[^]'],
    ['no character', '[]'],
    ['a range that begins with a set', '[\\w-.]'],
    ['a range that ends with a set', '[a-\\d]'],
    ['a look back of no fixed width', '(?<=a+)b'],
    ['a huge count', 'a{99999999999}'],
    ['braces that Python reads as a count', '{,4}'],
    ['an anchor that repeats', '\\A+'],
  ])('refuses %s', (_, pattern) => {
    // Each is one of JavaScript's own.
    expect(['u', ''].some((flags) => isPattern(pattern, flags))).toBe(true);
    expect(isPythonPattern(pattern)).toBe(false);
  });

  it('reads a long pattern once', () => {
    expect(isPythonPattern('(?<=a)['.repeat(20_000))).toBe(false);
    expect(isPythonPattern('[a-z](b|c)'.repeat(20_000))).toBe(true);
  });
});

function isPattern(source: string, flags: string): boolean {
  try {
    RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
