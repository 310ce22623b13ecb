import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { BraceProblem, expandBraces } from './expand-braces.js';

describe('expandBraces', () => {
  it.each([
    ['a', ['a']],
    ['{a,b}', ['a', 'b']],
    ['x{1,{2,3}}y', ['x1y', 'x2y', 'x3y']],
    ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
    ['{,a}', ['', 'a']],
    ['{3..1}', ['3', '2', '1']],
    ['{-1..1}', ['-1', '0', '1']],
    ['{id}', ['{id}']],
    ['{}', ['{}']],
    ['a}', ['a}']],
    ['\\{a,b}', ['\\{a,b}']],
    ['{a\\,b,c}', ['a\\,b', 'c']],
    ['{{a},b}', ['{a}', 'b']],
  ])('writes %s out', (pattern, expected) => {
    expect(expandBraces(pattern)).toEqual(expected);
  });

  it.each(['{', '{a,b', 'x{a,{b}', '{1..1000000}', '{a,b}'.repeat(12), '{a,a}'.repeat(300)])(
    'refuses %s',
    (pattern) => {
      expect(() => expandBraces(pattern)).toThrow(BraceProblem);
    },
  );

  it('does what a shell does', () => {
    const text: fc.Arbitrary<string> = fc.letrec<{ group: string; text: string }>((tie) => ({
      group: fc.array(tie('text'), { minLength: 2, maxLength: 3 }).map((parts) => `{${parts.join(',')}}`),
      text: fc
        .array(fc.oneof({ depthSize: 'small', maxDepth: 2 }, fc.constantFrom('a', 'b', '.', '*'), tie('group')), {
          maxLength: 3,
        })
        .map((parts) => parts.join('')),
    })).text;
    const patterns = fc.sample(text, 150).filter((pattern) => pattern !== '' && pattern.length < 30);
    const script = patterns.map((pattern) => `printf '%s,' x${pattern}; echo`).join('\n');
    const shell = execFileSync('bash', ['-c', `set -f\n${script}`], { encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    expect(patterns.map((pattern) => `${expandBraces(`x${pattern}`).join()},`)).toEqual(shell);
  });
});
