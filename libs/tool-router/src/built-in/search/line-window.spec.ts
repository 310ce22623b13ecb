import * as fc from 'fast-check';
import { MAX_SHOWN_CHARS, startOfLine, windowAround, withoutLineEnd } from './line-window.js';

describe('windows of long lines', () => {
  it('shows the match, a bounded part, and whole characters', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 3_000, size: 'max' });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const line = `${before}NEEDLE${after}`;
        const shown = windowAround(line, before.length, 6);
        expect(shown).toContain('NEEDLE');
        expect(shown.length).toBeLessThanOrEqual(MAX_SHOWN_CHARS + 2);
        expect(shown.isWellFormed()).toBe(true);
        if (line.length > MAX_SHOWN_CHARS) expect(shown).toContain('…');
        else expect(shown).toBe(line);
      }),
    );
  });

  it('shows the start of a match that is longer than the window', () => {
    const shown = windowAround(`${'x'.repeat(100)}${'m'.repeat(900)}`, 100, 900);
    expect(shown).toBe(`…${'m'.repeat(MAX_SHOWN_CHARS)}…`);
  });

  it('cuts other lines at their end and takes line ends off', () => {
    expect(startOfLine('y'.repeat(MAX_SHOWN_CHARS))).toHaveLength(MAX_SHOWN_CHARS);
    expect(startOfLine('y'.repeat(MAX_SHOWN_CHARS + 1))).toBe(`${'y'.repeat(MAX_SHOWN_CHARS)}…`);
    expect(['a\r\n', 'a\n', 'a', 'a\r'].map((line) => withoutLineEnd(line))).toEqual(['a', 'a', 'a', 'a\r']);
  });
});
