import * as fc from 'fast-check';
import { TextTail } from './text-tail.js';

describe('TextTail', () => {
  it('keeps the last characters under their positions in the whole text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 })), fc.nat(40), (pieces, capacity) => {
        const tail = new TextTail(capacity);
        for (const piece of pieces) tail.append(piece);
        const whole = pieces.join('');
        expect(tail.end).toBe(whole.length);
        expect(tail.start).toBe(Math.max(0, whole.length - capacity));
        expect(tail.slice(tail.start, tail.end)).toBe(whole.slice(tail.start));
      }),
    );
  });

  it('joins again what is longer than a block', () => {
    const tail = new TextTail(10_000);
    let whole = '';
    for (let line = 0; line < 3_000; line += 1) {
      tail.append(`line ${line}\n`);
      whole += `line ${line}\n`;
    }
    expect(tail.slice(tail.start, tail.end)).toBe(whole.slice(-10_000));
    expect(tail.slice(tail.end - 10, tail.end)).toBe('line 2999\n');
  });

  it('keeps bytes as it keeps strings', () => {
    const piece = fc.record({ text: fc.string({ unit: 'binary-ascii', maxLength: 30 }), asBytes: fc.boolean() });
    const sizes = fc.record({ capacity: fc.nat(40), filler: fc.constantFrom(0, 5_000) });
    fc.assert(
      fc.property(fc.array(piece), sizes, fc.nat(200), (pieces, { capacity, filler }, cut) => {
        const [mixed, strings] = [new TextTail(capacity + filler), new TextTail(capacity + filler)];
        for (const { text, asBytes } of pieces) {
          // Long pieces are not joined to strings.
          const long = text.padEnd(text === '' ? 0 : filler, '.');
          mixed.append(asBytes ? Buffer.from(long) : long);
          strings.append(long);
        }
        const position = strings.start + (cut % (strings.end - strings.start + 1));
        expect(mixed.lineStart()).toBe(strings.lineStart());
        for (const tail of [mixed, strings]) tail.cutAt(position);
        expect([mixed.start, mixed.end]).toEqual([strings.start, strings.end]);
        expect(mixed.slice(mixed.start, mixed.end)).toBe(strings.slice(strings.start, strings.end));
      }),
    );
  });

  it('goes on from where it was cut', () => {
    const pieces = fc.array(fc.string({ maxLength: 12 }), { minLength: 1 });
    fc.assert(
      fc.property(pieces, fc.nat(200), fc.string(), (before, cut, after) => {
        const tail = new TextTail(50);
        for (const piece of before) tail.append(piece);
        const position = tail.start + (cut % (tail.end - tail.start + 1));
        const kept = before.join('').slice(tail.start, position);
        const start = tail.start;
        tail.cutAt(position);
        expect(tail.end).toBe(position);
        tail.append(after);
        const whole = kept + after;
        expect(tail.end).toBe(start + whole.length);
        expect(tail.slice(tail.start, tail.end)).toBe(whole.slice(-50));
      }),
    );
  });

  it('finds where the last line starts', () => {
    const tail = new TextTail(12);
    expect(tail.lineStart()).toBeUndefined();
    tail.append('one\ntwo');
    tail.append(' more');
    expect(tail.lineStart()).toBe(4);
    tail.append('\n');
    expect(tail.lineStart()).toBe(13);
    tail.append('0123456789ab');
    expect(tail.lineStart()).toBeUndefined();
  });
});
