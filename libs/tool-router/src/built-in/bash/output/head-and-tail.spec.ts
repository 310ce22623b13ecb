import * as fc from 'fast-check';
import { HeadAndTail } from './head-and-tail.js';

const MARKER = /\n\[\.\.\. (\d+) characters left out \.\.\.\]\n/;

function keep(max: number, ...pieces: readonly string[]): { text: string; truncated: boolean } {
  const kept = new HeadAndTail(max);
  for (const piece of pieces) kept.append(piece);
  return kept.result();
}

describe('HeadAndTail', () => {
  it('returns an output within the limit as it was', () => {
    expect(keep(10, '01234', '56789')).toEqual({ text: '0123456789', truncated: false });
    expect(keep(10)).toEqual({ text: '', truncated: false });
  });

  it('keeps half from the head and half from the tail, and tells what is missing', () => {
    expect(keep(6, 'abcdefghij')).toEqual({ text: 'abc\n[... 4 characters left out ...]\nhij', truncated: true });
    expect(keep(5, 'abcdefghij').text).toBe('abc\n[... 5 characters left out ...]\nij');
    expect(keep(1, 'abc').text).toBe('a\n[... 2 characters left out ...]\n');
  });

  it('adds up: head, missing and tail are the whole, for any pieces', () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('x', 'y', 'é', '🌻'), maxLength: 20 }));
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 40 }), (given, max) => {
        const whole = given.join('');
        const { text, truncated } = keep(max, ...given);
        expect(text).toBe(keep(max, whole).text);
        expect(text.isWellFormed()).toBe(true);
        expect(truncated).toBe(whole.length > max);
        if (!truncated) expect(text).toBe(whole);
        const [head = '', missing = '0', tail = ''] = text.split(MARKER);
        expect(head.length + Number(missing) + tail.length).toBe(whole.length);
        expect(head.length + tail.length).toBeLessThanOrEqual(max);
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
      }),
    );
  });

  it('forgets a line that is drawn again', () => {
    const kept = new HeadAndTail(100);
    kept.append('log\n10%');
    kept.eraseLine();
    kept.append('99%');
    expect(kept.result().text).toBe('log\n99%');
  });

  it('forgets it across the border of head and tail', () => {
    const kept = new HeadAndTail(10);
    kept.append('ok\n1234567');
    kept.eraseLine();
    kept.append('done');
    expect(kept.result()).toEqual({ text: 'ok\ndone', truncated: false });
  });

  it('forgets only what it still has where the start of the line is missing', () => {
    const kept = new HeadAndTail(10);
    kept.append('0123456789abcdefghij');
    kept.eraseLine();
    kept.append('end');
    expect(kept.result().text).toBe('01234\n[... 10 characters left out ...]\nend');
  });

  it('stays within constant memory over a long redrawn line', () => {
    const kept = new HeadAndTail(20);
    for (let step = 0; step < 10_000; step += 1) {
      kept.append(`${step}%`);
      kept.eraseLine();
    }
    kept.append('all\n');
    expect(kept.result()).toEqual({ text: 'all\n', truncated: false });
  });
});
