import * as fc from 'fast-check';
import { FirstSorted } from './first-sorted.js';

describe('FirstSorted', () => {
  it('keeps what sorting everything and cutting would keep', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5_000), { maxLength: 6_000, size: 'max' }),
        fc.integer({ min: 1, max: 50 }),
        (all, size) => {
          const first = new FirstSorted<number>(size, (a, b) => a - b);
          for (const entry of all) first.add(entry);
          expect(first.entries()).toEqual(all.toSorted((a, b) => a - b).slice(0, size));
        },
      ),
      { numRuns: 30 },
    );
  });
});
