import { compileSegment } from './segment-pattern.js';

describe('compileSegment', () => {
  it.each([
    ['a.b', ['a.b'], ['axb', 'a.bc', '']],
    ['*', ['', 'x', '.x'], []],
    ['*.ts', ['.ts', 'a.ts'], ['ts', 'a.tsx']],
    ['a*', ['a', 'ab'], ['ba']],
    ['a*a', ['aa', 'aba'], ['a']],
    ['a*b*c', ['abc', 'axbxbxc'], ['acb', 'ab']],
    ['**x', ['x', 'ax'], ['xa']],
    ['?', ['a', '😀'], ['', 'ab']],
    ['a?c*', ['abc', 'a.cd'], ['ac']],
    ['[a-c]', ['a', 'c'], ['d', '-']],
    ['[!a-c]x', ['dx', '!x'], ['ax', 'x']],
    ['[^a]', ['b', '^'], ['a']],
    ['[]x]', [']', 'x'], ['a']],
    ['[a-]', ['a', '-'], ['b']],
    ['[\\]]', [']'], ['\\']],
    ['[[:digit:]_]*', ['7', '_a'], ['a', ':']],
    ['[😀-😂]', ['😁'], ['😃']],
    ['\\*\\?\\[', ['*?['], ['a?[']],
    ['a\\', ['a\\'], ['a']],
    ['(a|b)+{c}', ['(a|b)+{c}'], ['a', 'ac']],
  ])('reads %s', (pattern, fitting, others) => {
    const test = compileSegment(pattern);
    expect(fitting.filter((name) => test?.(name) !== true)).toEqual([]);
    expect(others.filter((name) => test?.(name) === true)).toEqual([]);
  });

  it.each(['[', '[a', '[!', '[a-', '[]', '[\\]'])('knows %s for a bracket that is never closed', (pattern) => {
    expect(compileSegment(pattern)).toBeUndefined();
  });

  it('takes no time that explodes with the number of stars', () => {
    const test = compileSegment(`${'*a?'.repeat(60)}*b`);
    const started = performance.now();
    expect(test?.('a'.repeat(250))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
