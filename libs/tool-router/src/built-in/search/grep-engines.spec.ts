import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { SearchWorkspace } from './fixtures/search-workspace.js';
import { grepTool, makeGrepTool, type GrepResult } from './grep.tool.js';
import { findRipgrep } from './ripgrep/find-ripgrep.js';
import { grepInWorker } from './worker/search-workers.js';

const workerTool = makeGrepTool(grepInWorker);

const word = fc.constantFrom('foo', 'bar', 'baz', 'Foo', 'fo', '12', 'é', '', 'a.b', '(x)', '\tq');
const line = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const text = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, closed]) => lines.join(end) + (closed ? end : ''));
const expression = fc
  .array(
    fc.constantFrom(
      'foo',
      'ba[rz]',
      '^',
      '$',
      '.',
      '.*',
      'o+',
      '[0-9]',
      '\\(',
      'x?',
      '(foo|12)',
      '\\bfo\\b',
      ' ',
      'é',
      '[^a-z]',
      '\\s',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''));

describe('both engines of grep', () => {
  it('find the lines that ripgrep, run by hand, prints', async () => {
    const program = (await findRipgrep()) ?? 'rg';
    const names = ['a.txt', 'b/c.md', 'b/d.txt', '.e/f.txt'];
    const texts = fc.tuple(text, text, text, text);
    for (const contents of fc.sample(texts, 6)) {
      const workspace = new SearchWorkspace(Object.fromEntries(names.map((name, at) => [name, contents[at] ?? ''])));
      try {
        for (const pattern of fc.sample(expression, 12)) {
          const flags = ['--no-config', '--hidden', '--crlf', '--no-heading', '--line-number', '--null', '--sort=path'];
          const { stdout } = spawnSync(program, [...flags, '-e', pattern, '.'], {
            cwd: workspace.root,
            encoding: 'utf8',
          });
          const expected = stdout
            .split('\n')
            .slice(0, -1)
            .map((row) => row.replace(/^\.\//, '').replace('\0', ':').replace(/\r$/, ''));
          const label = `${JSON.stringify(contents)} ${pattern}`;
          for (const tool of [grepTool, workerTool]) {
            const { matches } = await workspace.run<GrepResult>(tool, { pattern, maxResults: 1_000 });
            expect({ label, rows: matches.map((row) => `${row.file}:${row.line}:${row.text}`) }).toEqual({
              label,
              rows: expected,
            });
          }
        }
      } finally {
        workspace.remove();
      }
    }
  });

  it('agree about context, modes, limits and offsets', async () => {
    const options = fc.record({
      pattern: expression,
      caseInsensitive: fc.boolean(),
      literal: fc.boolean(),
      context: fc.integer({ min: 0, max: 3 }),
      outputMode: fc.constantFrom('content', 'files', 'count'),
      maxResults: fc.integer({ min: 1, max: 6 }),
      offset: fc.integer({ min: 0, max: 4 }),
      include: fc.constantFrom('*', '*.txt', 'b/**', '{a,d}.*'),
    });
    const [contents = []] = fc.sample(fc.array(text, { minLength: 6, maxLength: 6 }), 1);
    const names = ['a.txt', 'b/a.md', 'b/c/d.txt', 'b.txt', 'b-c/x.txt', 'z/.h.txt'];
    const workspace = new SearchWorkspace(Object.fromEntries(names.map((name, at) => [name, contents[at] ?? ''])));
    try {
      for (const args of fc.sample(options, 60)) {
        const answers = [grepTool, workerTool].map(async (tool) => {
          const result = await workspace.run<GrepResult>(tool, args);
          // Counting per file, ripgrep does not tell how many files it searched.
          return { args, result: { ...result, filesSearched: 0 } };
        });
        const [first, second] = await Promise.all(answers);
        expect(second).toEqual(first);
      }
    } finally {
      workspace.remove();
    }
  });

  it('take a line end of the pattern for LF and CRLF alike, where a match may run over lines', async () => {
    const workspace = new SearchWorkspace({
      'lf.txt': 'x\nif (a)\n  go[1];\n',
      'win.txt': 'x\r\nif (a)\r\n  go[1];\r\n',
    });
    try {
      for (const tool of [grepTool, workerTool]) {
        for (const [pattern, literal] of [
          ['if \\(a\\)\\n +go', false],
          ['if \\(a\\)\n +go', false],
          ['if \\(a\\)\\r?\\n +go', false],
          ['\\)\\n?\\s+go\\[', false],
          ['[)]\\n[^\\n]+;', false],
          ['if (a)\n  go[1];', true],
          ['if (a)\r\n  go[1];', true],
        ] as const) {
          const { matches } = await workspace.run<GrepResult>(tool, { pattern, literal, multiline: true });
          expect({ pattern, matches }).toEqual({
            pattern,
            matches: ['lf.txt', 'win.txt'].map((file) => ({ file, line: 2, text: 'if (a)\n  go[1];' })),
          });
        }
        const { matches } = await workspace.run<GrepResult>(tool, { pattern: 'a\\)\\r\\n', multiline: true });
        expect(matches.map(({ file }) => file)).toContain('win.txt');
      }
    } finally {
      workspace.remove();
    }
  });

  it('leave the event loop free', async () => {
    const workspace = new SearchWorkspace({ 'big.txt': 'abcdefgh ijkl '.repeat(600_000) });
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    try {
      for (const tool of [grepTool, workerTool]) {
        expect((await workspace.run<GrepResult>(tool, { pattern: '(a|b|c|l i)+z' })).count).toBe(0);
      }
      expect(longest).toBeLessThan(1_000);
    } finally {
      clearInterval(timer);
      workspace.remove();
    }
  });
});
