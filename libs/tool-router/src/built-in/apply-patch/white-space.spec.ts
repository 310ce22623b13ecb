import { trimBlank, trimBlankEnd } from './white-space.js';

describe('white space', () => {
  it('is exactly what Unicode calls White_Space', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0xffff; code++) {
      const char = String.fromCharCode(code);
      if ((trimBlank(char) === '') !== /^\p{White_Space}$/u.test(char)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('is taken from the ends only', () => {
    expect(trimBlank('\u0085\u2003 a b\u00a0\t')).toBe('a b');
    expect(trimBlankEnd('\u2003a b\u3000\r')).toBe('\u2003a b');
    expect(trimBlank('\ufeffa\ufeff')).toBe('\ufeffa\ufeff');
    expect(trimBlank(' \t ')).toBe('');
  });

  it('takes linear time on a long run of blanks', () => {
    const line = `${' '.repeat(2_000_000)}x`;
    expect(trimBlankEnd(line)).toHaveLength(2_000_001);
  });
});
