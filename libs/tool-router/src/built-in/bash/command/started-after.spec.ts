import fc from 'fast-check';
import { startedAfter } from './started-after.js';

const LIMIT = 500;

describe('startedAfter', () => {
  it('goes by the order in which ids are given out, also where they start over', () => {
    const counts = fc.record({
      from: fc.integer({ min: 0, max: 5_000 }),
      later: fc.integer({ min: 0, max: LIMIT - 1 }),
      at: fc.integer({ min: 0, max: LIMIT - 1 }),
    });
    fc.assert(
      fc.property(counts, ({ from, later, at }) => {
        const idOf = (count: number): number => (count % LIMIT) + 1;
        expect(startedAfter(idOf(from + at), idOf(from), idOf(from + later))).toBe(at > 0 && at <= later);
      }),
    );
  });

  it('compares the ids where the host does not tell more', () => {
    expect(startedAfter(8, 7, undefined)).toBe(true);
    expect(startedAfter(7, 7, undefined)).toBe(false);
    expect(startedAfter(3, 7, undefined)).toBe(false);
  });
});
