import fc from 'fast-check';
import { cutMiddle, headOf, tailOf, trimBrokenPairs } from './cut-text.js';

const text = fc.string({ unit: fc.constantFrom('a', 'é', '語', '😀', '\n'), maxLength: 60 });

describe('cutMiddle', () => {
  it('leaves a text within its budget alone', () => {
    expect(cutMiddle('short', 5, () => '…')).toEqual({ text: 'short', truncated: false });
  });

  it('keeps head and tail, and counts what is missing', () => {
    const cut = cutMiddle('x'.repeat(50) + 'y'.repeat(50), 24, (missing) => `[${missing}]`);
    expect(cut).toEqual({ text: `${'x'.repeat(10)}[81]${'y'.repeat(9)}`, truncated: true });
  });

  it('is well-formed and adds up for every text and budget', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 6, max: 80 }), (whole, max) => {
        const cut = cutMiddle(whole, max, (missing) => `<${missing}>`);
        expect(cut.text.isWellFormed()).toBe(true);
        if (!cut.truncated) return;
        const marker = /<(\d+)>/.exec(cut.text) as RegExpExecArray;
        expect(cut.text.length - marker[0].length + Number(marker[1])).toBe(whole.length);
        expect(cut.text.length).toBeLessThanOrEqual(max);
      }),
    );
  });
});

describe('headOf, tailOf, trimBrokenPairs', () => {
  it('never leave half of a pair', () => {
    fc.assert(
      fc.property(text, fc.nat(20), (whole, max) => {
        for (const part of [headOf(whole, max), tailOf(whole, max), trimBrokenPairs(whole.slice(1, max))]) {
          expect(part.isWellFormed()).toBe(true);
          expect(part.length).toBeLessThanOrEqual(max);
        }
      }),
    );
    expect(headOf('😀😀', 3)).toBe('😀');
    expect(tailOf('😀😀', 3)).toBe('😀');
  });
});
