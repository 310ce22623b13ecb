import * as fc from 'fast-check';
import { patternOf } from './regexp-pattern.js';

const agrees = (expression: RegExp, text: string): void => {
  const { pattern } = patternOf(expression, undefined);
  expect(new RegExp(pattern as string, 'u').test(text)).toBe(expression.test(text));
};

describe('patternOf', () => {
  it('leaves an expression without flags as it is', () => {
    expect(patternOf(/^[A-Z]{3}\d+$/, undefined)).toEqual({ pattern: String.raw`^[A-Z]{3}\d+$` });
    expect(patternOf('^a', undefined)).toEqual({ pattern: '^a' });
  });

  it('writes the flags out', () => {
    expect(patternOf(/ab[c-e-]\d/i, undefined).pattern).toBe(String.raw`[aA][bB][C-Ec-e-]\d`);
    expect(patternOf('a.b', 's').pattern).toBe(String.raw`a[\s\S]b`);
  });

  it.each([/^a$/m, /(a)\1/i, /[Z-a]/i, /\u0041/i, /x/y, /\p{Lu}/iu])('puts %s into words instead', (expression) => {
    expect(patternOf(expression, undefined)).toEqual({ hint: `Must match ${String(expression)}.` });
  });

  it('refuses what is no expression under the rules of JSON Schema', () => {
    expect(patternOf(String.raw`\_a`, undefined).pattern).toBeUndefined();
  });

  it('matches the same texts with and without the flags', () => {
    const expressions = [/^[a-fx-z]+$/i, /he(l+)o|w[^o]rld/i, /a.c/s, /^(?<w>[ä-]\w)b$/i, /q{2}\.\/[\]\w]/i, /É[ß]?/i];
    const letters = fc.string({
      unit: fc.constantFrom(...'abcdefxyzABCDEFXYZheloWRLDqQ./]\näÄéÉß-_1'.split('')),
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.constantFrom(...expressions), letters, (expression, text) => agrees(expression, text)),
      { numRuns: 3000 },
    );
  });
});
