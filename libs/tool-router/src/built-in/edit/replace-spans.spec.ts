import * as fc from 'fast-check';
import { findOccurrences, MAX_OCCURRENCES } from './find-occurrences.js';
import { replaceSpans } from './replace-spans.js';

/** The text after replacing, or the number of occurrences where it is not one. */
function edit(text: string, wanted: string, replacement: string, all = false): string | number {
  const found = findOccurrences(text, wanted, all);
  return found.spans.length === 0 || (found.spans.length > 1 && !all)
    ? found.spans.length
    : replaceSpans(text, found, wanted, replacement);
}

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

describe('finding and replacing', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '$', '語'), maxLength: 25 });
  const wanted = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '$'), minLength: 1, maxLength: 3 });

  it('is slicing where no CR is about', () => {
    fc.assert(
      fc.property(text, wanted, text, fc.boolean(), (before, old, replacement, all) => {
        const parts = before.split(old);
        const hits = parts.length - 1;
        expect(edit(before, old, replacement, all)).toBe(
          hits === 1 || (hits > 1 && all) ? parts.join(replacement) : hits,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('gives a CRLF file the same edit as its LF twin', () => {
    fc.assert(
      fc.property(text, wanted, text, fc.boolean(), (before, old, replacement, all) => {
        fc.pre(before.includes('\n'));
        const expected = edit(before, old, replacement, all);
        const got = edit(crlf(before), old, replacement, all);
        expect(got).toBe(typeof expected === 'string' ? crlf(expected) : expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps every character outside of the occurrences, whatever the endings', () => {
    const mixed = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '\r', '$&'), maxLength: 25 });
    fc.assert(
      fc.property(mixed, mixed, mixed, fc.boolean(), (before, old, replacement, all) => {
        fc.pre(old !== '');
        const found = findOccurrences(before, old, all);
        const kept = found.spans.map(({ start }, at) => before.slice(found.spans[at - 1]?.end ?? 0, start));
        const after = replaceSpans(before, found, old, replacement);
        let from = 0;
        for (const part of kept) {
          expect(after.startsWith(part, from) || after.includes(part, from)).toBe(true);
          from = after.indexOf(part, from) + part.length;
        }
        expect(after.endsWith(before.slice(found.spans.at(-1)?.end ?? 0))).toBe(true);
        for (const { start, end } of found.spans) {
          expect(before.slice(start, end).replaceAll('\r\n', '\n')).toBe(old.replaceAll('\r\n', '\n'));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('stops counting at its limit', () => {
    expect(findOccurrences('x'.repeat(MAX_OCCURRENCES * 2), 'x', true).spans).toHaveLength(MAX_OCCURRENCES + 1);
  });
});
