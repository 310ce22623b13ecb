import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { SearchWorkspace } from '../fixtures/search-workspace.js';
import { globTool, type GlobResult } from '../glob.tool.js';
import { grepTool, type GrepResult } from '../grep.tool.js';
import { decideIgnored, readIgnoreRules } from './ignore-rules.js';

function decide(text: string, path: string, isFolder = false): boolean | undefined {
  return decideIgnored(readIgnoreRules(text), path, path.slice(path.lastIndexOf('/') + 1), isFolder);
}

describe('ignore rules', () => {
  it.each([
    ['*.o', 'a/b.o', true],
    ['/b.o', 'a/b.o', undefined],
    ['/b.o', 'b.o', true],
    ['a/b.o', 'c/a/b.o', undefined],
    ['**/a/b.o', 'c/a/b.o', true],
    ['a/**', 'a/x/y', true],
    ['a/**', 'a', undefined],
    ['a/**/y', 'a/y', true],
    ['*.o\n!k.o', 'k.o', false],
    ['!k.o\n*.o', 'k.o', true],
    ['# c', '# c', undefined],
    ['\\#c', '#c', true],
    ['\\!c', '!c', true],
    ['c  ', 'c', true],
    ['c\\ ', 'c ', true],
    ['c\r', 'c', true],
    ['\uFEFFc', 'c', true],
    ['[bad', '[bad', undefined],
    ['', 'a', undefined],
    ['/', 'a', undefined],
    ['/**', 'a/b', true],
  ])('reads %j', (text, path, expected) => {
    expect(decide(text, path)).toBe(expected);
  });

  it('tells folders from files', () => {
    expect(decide('d/', 'd')).toBeUndefined();
    expect(decide('d/', 'x/d', true)).toBe(true);
  });

  it('leaves out what git leaves out, in glob and in grep', async () => {
    const name = fc.constantFrom('a', 'b', 'd', 'e', 'a.o', 'b.o', '.c');
    const rule = fc
      .tuple(
        fc.constantFrom('', '', '!', '/', '!/'),
        fc.array(fc.oneof(name, fc.constantFrom('*', '**', '*.o', '[ab]', '?')), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '', '/'),
      )
      .map(([start, segments, end]) => start + segments.join('/') + end);
    const rules = fc.array(rule, { minLength: 1, maxLength: 5 }).map((lines) => `${lines.join('\n')}\n`);
    const paths = ['a', 'b', 'a.o', '.c', 'd/a', 'd/b.o', 'd/e/a', 'd/e/b.o', 'e/a', 'e/d/b', 'e/d/a.o', 'e/.c/a'];
    const tree = Object.fromEntries(paths.map((path) => [path, 'text\n']));
    for (const [top, inner] of fc.sample(fc.tuple(rules, rules), 25)) {
      const workspace = new SearchWorkspace({ ...tree, '.gitignore': top, 'd/.gitignore': inner });
      try {
        const git = (...args: string[]): string =>
          execFileSync('git', ['-c', 'core.excludesFile=', ...args], { cwd: workspace.root, encoding: 'utf8' });
        git('init', '-q');
        const listed = git('ls-files', '--others', '--exclude-per-directory=.gitignore', '-z').split('\0');
        const expected = listed.filter((path) => paths.includes(path)).toSorted();
        const found = await workspace.run<GlobResult>(globTool, { pattern: '**' });
        const label = `${JSON.stringify(top)} ${JSON.stringify(inner)} `;
        const globbed = found.matches.filter((path) => paths.includes(path)).toSorted();
        expect(label + globbed.join(' ')).toBe(label + expected.join(' '));
        const lines = await workspace.run<GrepResult>(grepTool, { pattern: '^text$' });
        expect(
          label +
            lines.matches
              .map((row) => row.file)
              .toSorted()
              .join(' '),
        ).toBe(label + expected.join(' '));
      } finally {
        workspace.remove();
      }
    }
  });
});
