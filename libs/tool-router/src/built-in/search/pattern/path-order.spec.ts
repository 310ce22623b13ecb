import * as fc from 'fast-check';
import { comparePaths } from './path-order.js';

describe('comparePaths', () => {
  it('lists a folder before names that begin like it', () => {
    const paths = ['a.txt', 'a-b/x', 'a/z', 'a', 'B', '\u{10000}', '\uFFFD', 'a/b/c'];
    expect(paths.toSorted(comparePaths)).toEqual(['B', 'a', 'a/b/c', 'a/z', 'a-b/x', 'a.txt', '\uFFFD', '\u{10000}']);
  });

  it('orders names by their bytes, one by one', () => {
    const path = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(path, path, (a, b) => {
        const [left, right] = [a.join('/').split('/'), b.join('/').split('/')];
        const at = left.findIndex((name, index) => name !== right[index]);
        const expected =
          at < 0
            ? left.length - right.length
            : Buffer.compare(Buffer.from(left[at] ?? ''), Buffer.from(right[at] ?? ''));
        const compared = comparePaths(a.join('/'), b.join('/'));
        if (right[at] !== undefined || at < 0) expect(Math.sign(compared)).toBe(Math.sign(expected));
        else expect(compared).toBeGreaterThan(0);
      }),
    );
  });
});
