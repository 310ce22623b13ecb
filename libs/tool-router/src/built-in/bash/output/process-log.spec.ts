import * as fc from 'fast-check';
import { ProcessLog } from './process-log.js';

describe('ProcessLog', () => {
  it('merges its writers in the order of their writes', () => {
    const log = new ProcessLog(100);
    const [out, err] = [log.writer(), log.writer()];
    out.append('building ');
    err.append('warning\n');
    out.append('done\n');
    expect(log.read(0, 100)).toEqual({
      offset: 0,
      nextOffset: 22,
      truncated: false,
      content: 'building warning\ndone\n',
    });
  });

  it('reads at its end as nothing, and past its end as its end', () => {
    const log = new ProcessLog(100);
    log.writer().append('abc');
    expect(log.read(3, 10)).toEqual({ offset: 3, nextOffset: 3, truncated: false, content: '' });
    expect(log.read(500, 10)).toEqual({ offset: 3, nextOffset: 3, truncated: false, content: '' });
  });

  it('tells what was dropped before the first kept position', () => {
    const log = new ProcessLog(4);
    log.writer().append('0123456789');
    expect(log.read(1, 100)).toEqual({ offset: 6, nextOffset: 10, truncated: true, lost: 5, content: '6789' });
    expect(log.read(6, 2)).toEqual({ offset: 6, nextOffset: 8, truncated: false, content: '67' });
  });

  it('joins to the whole output when it is read in pieces of any size while it grows', () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', 'ß', '🦋'), maxLength: 15 }));
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 9 }), (given, limit) => {
        const log = new ProcessLog(1_000);
        const writer = log.writer();
        let joined = '';
        let offset = 0;
        const readOn = (): boolean => {
          const page = log.read(offset, limit);
          expect(page.offset).toBe(offset);
          expect(page.nextOffset).toBe(offset + page.content.length);
          expect(page.content.isWellFormed()).toBe(true);
          joined += page.content;
          offset = page.nextOffset;
          return page.content !== '';
        };
        for (const piece of given) {
          writer.append(piece);
          readOn();
        }
        while (readOn());
        expect(joined).toBe(given.join(''));
      }),
    );
  });

  it('keeps the arithmetic of positions for any capacity, position and limit', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '🌊'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.nat(30), fc.nat(80), fc.integer({ min: 1, max: 40 }), (whole, capacity, asked, limit) => {
        const log = new ProcessLog(capacity);
        if (whole !== '') log.writer().append(whole);
        const { offset, nextOffset, truncated, lost, content } = log.read(asked, limit);
        expect(content).toBe(whole.slice(offset, nextOffset));
        expect(content.isWellFormed()).toBe(true);
        expect(content.length).toBeLessThanOrEqual(Math.max(limit, 2));
        const first = Math.max(0, whole.length - capacity);
        expect(truncated).toBe(Math.min(asked, whole.length) < first);
        expect(lost).toBe(truncated ? offset - asked : undefined);
      }),
    );
  });

  it('replaces a drawing that nobody has read', () => {
    const log = new ProcessLog(100);
    const writer = log.writer();
    writer.append('start\n10%');
    writer.eraseLine();
    writer.append('20%');
    expect(log.read(0, 100).content).toBe('start\n20%');
  });

  it('never changes what was read: the next drawing becomes a new line', () => {
    const log = new ProcessLog(100);
    const writer = log.writer();
    writer.append('10%');
    expect(log.read(0, 100).nextOffset).toBe(3);
    writer.eraseLine();
    writer.append('20%');
    expect(log.read(3, 100).content).toBe('\n20%');
    expect(log.read(0, 100).content).toBe('10%\n20%');
  });

  it('does not erase what the other stream has written in the same line', () => {
    const log = new ProcessLog(100);
    const [out, err] = [log.writer(), log.writer()];
    out.append('10%');
    err.append('careful');
    out.eraseLine();
    out.append('20%');
    expect(log.read(0, 100).content).toBe('10%careful\n20%');
  });

  it('goes on in order after erasing a line longer than it keeps', () => {
    const log = new ProcessLog(5);
    const writer = log.writer();
    writer.append('0123456789');
    writer.eraseLine();
    writer.append('x');
    expect(log.read(0, 10)).toEqual({ offset: 5, nextOffset: 6, truncated: true, lost: 5, content: 'x' });
  });
});
