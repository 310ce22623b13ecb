import { ComplaintLines } from './complaint-lines.js';

const WALK = 'rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1929';

describe('ComplaintLines', () => {
  it('tells complaints from what else is said, however the text is cut', () => {
    const text = [
      'rg: DEBUG|rg::flags::parse|parse.rs:89: not reading config files',
      `${WALK}: ignoring ./dist: Ignore(IgnoreMatch(Gitignore(Glob)))`,
      'rg: ./no.txt: Permission denied (os error 13)',
      `${WALK}: ignoring ./a b/ü: 1 bytes.bin: 8589934592 bytes`,
      'rg: regex parse error:',
      '    (?:[a)',
    ].join('\n');
    for (let size = 1; size < 90; size += 7) {
      const lines = new ComplaintLines();
      for (let at = 0; at < text.length; at += size) lines.push(text.slice(at, at + size));
      expect(lines.tooLarge).toEqual(['a b/ü: 1 bytes.bin']);
      expect(lines.errors).toBe('rg: ./no.txt: Permission denied (os error 13)\nrg: regex parse error:\n    (?:[a)');
    }
  });

  it('keeps a bounded part of what it gets', () => {
    const lines = new ComplaintLines();
    for (let round = 0; round < 1_000; round++) {
      lines.push(`rg: ./${'n'.repeat(1_000)}: no\n${WALK}: ignoring ./f${round}: 9 bytes\n`);
    }
    lines.push('x'.repeat(1_000_000));
    expect(lines.errors.length).toBeLessThan(140_000);
    expect(lines.tooLarge.length).toBe(100);
  });
});
