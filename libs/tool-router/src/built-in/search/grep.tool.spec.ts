import { execFileSync } from 'node:child_process';
import { chmodSync, truncateSync } from 'node:fs';
import { BuiltInFailure } from '../built-in-failure.js';
import { SearchWorkspace, type TreeEntry } from './fixtures/search-workspace.js';
import { grepTool, makeGrepTool, type GrepResult } from './grep.tool.js';
import { grepInWorker } from './worker/search-workers.js';

const engines = [
  ['ripgrep', grepTool],
  ['the worker', makeGrepTool(grepInWorker)],
] as const;

function places(result: GrepResult): readonly string[] {
  return result.matches.map((row) => `${row.file}:${row.line}`);
}

describe.each(engines)('grep on %s', (_, tool) => {
  let workspace: SearchWorkspace;
  afterEach(() => workspace.remove());

  function setUp(tree: Readonly<Record<string, TreeEntry>>): void {
    workspace = new SearchWorkspace(tree);
  }
  const grep = (args: Record<string, string | number | boolean | null>): Promise<GrepResult> =>
    workspace.run(tool, args);
  const kindOf = async (args: Record<string, string | number | boolean | null>): Promise<string> => {
    const failure = await grep(args).catch((error: unknown) => error);
    return failure instanceof BuiltInFailure ? failure.kind : 'no failure';
  };

  it('answers with rows in the order of path and line', async () => {
    setUp({ 'b.txt': 'cat\ndog\ncat\n', 'a/z.txt': 'a cat\n', 'a-b.txt': 'cat' });
    expect(await grep({ pattern: 'cat' })).toEqual({
      pattern: 'cat',
      path: '.',
      matches: [
        { file: 'a/z.txt', line: 1, text: 'a cat' },
        { file: 'a-b.txt', line: 1, text: 'cat' },
        { file: 'b.txt', line: 1, text: 'cat' },
        { file: 'b.txt', line: 3, text: 'cat' },
      ],
      count: 4,
      truncated: false,
      filesSearched: 3,
    });
  });

  it('says that nothing was found, without calling it a failure', async () => {
    setUp({ 'a.txt': 'x\n' });
    const result = await grep({ pattern: 'y' });
    expect(result).toMatchObject({ matches: [], count: 0, truncated: false });
    expect(result.note).toContain('Nothing matches');
    expect(result.note).not.toContain('include');
  });

  it('says that include was applied where nothing was found', async () => {
    setUp({ 'a.txt': 'x\n', '!b.txt': 'x\n' });
    expect((await grep({ pattern: 'x', include: '*.md,*.txt' })).note).toContain('one glob, such as "*.{ts,md}"');
    await expect(grep({ pattern: 'x', include: '!*.md' })).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('not which to leave out'),
      hint: expect.stringContaining('\\!'),
    });
    expect(places(await grep({ pattern: 'x', include: '\\!*.txt' }))).toEqual(['!b.txt:1']);
  });

  it.each([
    ['--version', 2],
    ['-e', 1],
    ['--', 1],
  ])('takes %s as a pattern', async (pattern, line) => {
    setUp({ 'opts.md': 'use -e or --\nor --version\n' });
    expect(places(await grep({ pattern }))).toContain(`opts.md:${line}`);
  });

  it('takes a path that begins with a dash as a path', async () => {
    setUp({ '--files': 'found\n', 'other.txt': 'found\n' });
    expect(places(await grep({ pattern: 'found', path: '--files' }))).toEqual(['--files:1']);
  });

  it('searches one file where path names one, even one that is ignored', async () => {
    setUp({ '.gitignore': '*.out\n', 'd/x.out': 'v\n', 'd/y.txt': 'v\n' });
    expect(places(await grep({ pattern: 'v', path: 'd/x.out' }))).toEqual(['d/x.out:1']);
    expect(places(await grep({ pattern: 'v', path: 'd' }))).toEqual(['d/y.txt:1']);
  });

  it('tells exactly when there is more', async () => {
    setUp({ 'n.txt': 'n1\nn2\nn3\nn4\n' });
    expect(await grep({ pattern: 'n', maxResults: 4 })).toMatchObject({ count: 4, truncated: false });
    const cut = await grep({ pattern: 'n', maxResults: 3 });
    expect(cut).toMatchObject({ count: 3, truncated: true });
    expect(cut.note).toContain('offset 3');
    expect(await grep({ pattern: 'n', maxResults: 3, offset: 3 })).toMatchObject({ count: 1, truncated: false });
    expect((await grep({ pattern: 'n', offset: 9 })).note).toContain('no results after');
  });

  it('finds the first rows in order where there are far too many', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_unused, i) => [`f${i}.txt`, 'row\n'.repeat(100)]));
    setUp({ ...many, 'a.txt': 'row\n' });
    const result = await grep({ pattern: 'row', maxResults: 3, offset: 1 });
    expect(places(result)).toEqual(['f0.txt:1', 'f0.txt:2', 'f0.txt:3']);
    expect(result.truncated).toBe(true);
    const files = await grep({ pattern: 'row', outputMode: 'files', maxResults: 3 });
    expect(files.matches).toEqual([{ file: 'a.txt' }, { file: 'f0.txt' }, { file: 'f1.txt' }]);
  });

  it('lists files and counts lines', async () => {
    setUp({ 'p/one.ts': 'let a\nlet b\nconst c\n', 'two.ts': 'let d\n', 'three.ts': 'var e\n' });
    expect((await grep({ pattern: 'let', outputMode: 'files' })).matches).toEqual([
      { file: 'p/one.ts' },
      { file: 'two.ts' },
    ]);
    expect((await grep({ pattern: 'let', outputMode: 'count' })).matches).toEqual([
      { file: 'p/one.ts', count: 2 },
      { file: 'two.ts', count: 1 },
    ]);
  });

  it('shows the lines around a match, also those that match themselves', async () => {
    setUp({ 'c.txt': 'l1\nl2\nhit3\nhit4\nl5\nl6\nl7\n' });
    const { matches } = await grep({ pattern: 'hit', context: 2 });
    expect(matches).toEqual([
      { file: 'c.txt', line: 3, text: 'hit3', before: ['l1', 'l2'], after: ['hit4', 'l5'] },
      { file: 'c.txt', line: 4, text: 'hit4', before: ['l2', 'hit3'], after: ['l5', 'l6'] },
    ]);
  });

  it('treats CRLF as a line end and shows lines without it', async () => {
    setUp({ 'dos.txt': 'one end\r\ntwo end\r\n' });
    const { matches } = await grep({ pattern: 'two end$', context: 1 });
    expect(matches).toEqual([{ file: 'dos.txt', line: 2, text: 'two end', before: ['one end'], after: [] }]);
  });

  it('shows the part of a long line that has the match', async () => {
    setUp({ 'long.css': `${'😀'.repeat(3_000)}MARK${'ü'.repeat(3_000)}\nMARK${'x'.repeat(900)}\n` });
    const [first, second] = (await grep({ pattern: 'MARK' })).matches;
    expect(first?.text).toMatch(/^….*MARK.*…$/u);
    expect(first?.text?.length).toBeLessThan(510);
    expect(first?.text?.isWellFormed()).toBe(true);
    expect(second?.text).toMatch(/^MARKx+…$/);
  });

  it('reads UTF-16 and UTF-8 with a byte order mark, and bytes that are no UTF-8', async () => {
    setUp({
      'le.txt': Buffer.from('\uFEFFgrüße\n', 'utf16le'),
      'bom.txt': '\uFEFFgrüße\n',
      'old.txt': Buffer.from('fa\xe7ade grü\xdfe gr\xfc\xdfe plain\n', 'latin1'),
    });
    expect(places(await grep({ pattern: '^grüße$' }))).toEqual(['bom.txt:1', 'le.txt:1']);
    const [row] = (await grep({ pattern: 'plain' })).matches;
    expect(row).toMatchObject({ file: 'old.txt', line: 1 });
    expect(row?.text).toContain('\uFFFDade');
  });

  it('names a binary file that matches, and shows nothing of it', async () => {
    setUp({ 'core.bin': Buffer.from('key=1\0\x01\x02key=2\n'), 'conf.txt': 'key=3\n', 'none.bin': '\0\0' });
    const result = await grep({ pattern: 'key' });
    expect(places(result)).toEqual(['conf.txt:1']);
    expect(result.skipped).toEqual({ binary: 1 });
    expect(result.warnings).toEqual([expect.stringContaining('core.bin')]);
    expect((await grep({ pattern: 'key', path: 'core.bin' })).note).toContain('warnings name the others');
  });

  it('respects ignore files at every depth, with or without a repository', async () => {
    setUp({
      '.gitignore': 'out/\n*.tmp\n!keep.tmp\n/top.txt\ndoc/*.txt\n# no rule\n\\#odd\n',
      'out/a.js': 'v',
      'x.tmp': 'v',
      'keep.tmp': 'v',
      'top.txt': 'v',
      'sub/top.txt': 'v',
      'doc/a.txt': 'v',
      'doc/b/a.txt': 'v',
      '#odd': 'v',
      'sub/.gitignore': '!x.tmp\nlocal.*\n',
      'sub/x.tmp': 'v',
      'sub/local.md': 'v',
      'sub/deep/local.md': 'v',
      '.hidden/h.txt': 'v',
      '.git/config': 'v',
      'node_modules/p/i.js': 'v',
    });
    const all = ['.hidden/h.txt:1', 'doc/b/a.txt:1', 'keep.tmp:1', 'sub/top.txt:1', 'sub/x.tmp:1'];
    expect(places(await grep({ pattern: 'v' }))).toEqual(expect.arrayContaining(all));
    expect((await grep({ pattern: '^v$' })).count).toBe(all.length);
    expect(places(await grep({ pattern: '^v$', path: 'out' }))).toEqual(['out/a.js:1']);
    expect(places(await grep({ pattern: '^v$', path: 'sub' }))).toEqual(['sub/top.txt:1', 'sub/x.tmp:1']);
    expect(places(await grep({ pattern: '^v$', path: 'node_modules' }))).toEqual(['node_modules/p/i.js:1']);
  });

  it('applies the rules of the folders around a searched folder, and of no folder outside', async () => {
    setUp({
      '.gitignore': 'gen\n',
      'pkg/.gitignore': '!gen\n*.map\n',
      'pkg/a/gen/x.ts': 'v',
      'pkg/a/x.map': 'v',
      'lib/a/gen/x.ts': 'v',
      'lib/a/y.ts': 'v',
    });
    workspace.add({ '../.gitignore': '*.ts\n' });
    expect(places(await grep({ pattern: 'v', path: 'pkg/a' }))).toEqual(['pkg/a/gen/x.ts:1']);
    expect(places(await grep({ pattern: 'v', path: 'lib/a' }))).toEqual(['lib/a/y.ts:1']);
  });

  it.each([
    ['*.ts', ['a.ts:1', 's/b.ts:1', 's/t/d.ts:1']],
    ['s/*.ts', ['s/b.ts:1']],
    ['s/**/*.{ts,js}', ['s/b.ts:1', 's/t/c.js:1', 's/t/d.ts:1']],
    ['{a,d}.ts', ['a.ts:1', 's/t/d.ts:1']],
    ['**/t/*', ['s/t/c.js:1', 's/t/d.ts:1']],
    ['[ab].ts', ['a.ts:1', 's/b.ts:1']],
    ['--pre=x', []],
    ['/s/*.ts', ['s/b.ts:1']],
    ['t/', []],
    ['s/t/', ['s/t/c.js:1', 's/t/d.ts:1']],
  ])('limits the files to %s without letting ignored ones in', async (include, expected) => {
    setUp({
      '.gitignore': 'ig\n',
      'ig/z.ts': 'q',
      'a.ts': 'q',
      's/b.ts': 'q',
      's/t/c.js': 'q',
      's/t/d.ts': 'q',
      'r.md': 'q',
    });
    expect(places(await grep({ pattern: 'q', include }))).toEqual(expected);
  });

  it('matches include against the path from the searched folder too', async () => {
    setUp({ 'a/b/c.ts': 'q', 'a/c.ts': 'q' });
    expect(places(await grep({ pattern: 'q', path: 'a', include: 'b/*.ts' }))).toEqual(['a/b/c.ts:1']);
    expect(places(await grep({ pattern: 'q', path: 'a', include: 'a/b/*.ts' }))).toEqual(['a/b/c.ts:1']);
  });

  it('takes the pattern as it is', async () => {
    setUp({ 'w.txt': ' lead\nlead\n$x.y(z)\n' });
    expect(places(await grep({ pattern: ' lead' }))).toEqual(['w.txt:1']);
    expect(places(await grep({ pattern: '$x.y(', literal: true }))).toEqual(['w.txt:3']);
    expect(places(await grep({ pattern: 'LEAD', caseInsensitive: true }))).toEqual(['w.txt:1', 'w.txt:2']);
    expect(places(await grep({ pattern: 'LEAD' }))).toEqual([]);
  });

  it('lets a match run over lines only where that was asked for', async () => {
    setUp({ 'm.ts': 'if (a) {\n  return;\n}\nif (b) {\n}\n' });
    const { matches } = await grep({ pattern: '\\{.*?return;', multiline: true });
    expect(matches).toEqual([{ file: 'm.ts', line: 1, text: 'if (a) {\n  return;' }]);
    expect((await grep({ pattern: '\\{\\s+return' })).count).toBe(0);
    await expect(grep({ pattern: '\\{\\n' })).rejects.toMatchObject({
      kind: 'invalid_regex',
      hint: expect.stringContaining('multiline'),
    });
    expect((await grep({ pattern: '^[^\\n{]+\\{$' })).count).toBe(2);
  });

  it('reports every matching line once, also for a match of nothing', async () => {
    setUp({ 'e.txt': 'k\n\nk k\n', 'empty.txt': '' });
    expect(places(await grep({ pattern: 'k*' }))).toEqual(['e.txt:1', 'e.txt:2', 'e.txt:3']);
    expect(places(await grep({ pattern: '^$' }))).toEqual(['e.txt:2']);
  });

  it('refuses an expression that it cannot read, and says what to do', async () => {
    setUp({ 'a.txt': 'a(\n' });
    await expect(grep({ pattern: 'a(' })).rejects.toMatchObject({
      kind: 'invalid_regex',
      hint: expect.stringContaining('literal'),
    });
    expect(await kindOf({ pattern: '(?=a)' })).toBe('invalid_regex');
    expect(await kindOf({ pattern: '(a)\\1' })).toBe('invalid_regex');
  });

  it.each([
    [{ pattern: '' }, 'validation'],
    [{ pattern: 'a\0' }, 'validation'],
    [{ pattern: 'a\nb', literal: true }, 'validation'],
    [{ pattern: 'a', maxResults: 0 }, 'validation'],
    [{ pattern: 'a', maxResults: 1.5 }, 'validation'],
    [{ pattern: 'a', maxResults: 1e9 }, 'validation'],
    [{ pattern: 'a', context: 11 }, 'validation'],
    [{ pattern: 'a', offset: -1 }, 'validation'],
    [{ pattern: 'a', outputMode: 'lines' }, 'validation'],
    [{ pattern: 'a', include: '{x' }, 'validation'],
    [{ pattern: 'a', include: '[x' }, 'validation'],
    [{ pattern: 'a', include: '../*.txt' }, 'outside'],
    [{ pattern: 'a', include: '{a,../b}/*' }, 'outside'],
    [{ pattern: 'a', path: 'missing' }, 'not_found'],
    [{ pattern: 'a', path: '../out' }, 'outside'],
    [{ pattern: 'a', path: 'away' }, 'outside'],
    [{ pattern: 'a', path: 'fifo' }, 'not_regular'],
  ])('refuses %j as %s', async (args, kind) => {
    setUp({ 'a.txt': 'a', away: { link: '../out' }, '../out/s.txt': 'a' });
    execFileSync('mkfifo', [`${workspace.root}/fifo`]);
    expect(await kindOf(args)).toBe(kind);
  });

  it('follows no links and opens no pipes on its way', async () => {
    setUp({
      'r.txt': 'secret\n',
      '../out/s.txt': 'secret\n',
      out: { link: '../out' },
      's.txt': { link: '../out/s.txt' },
    });
    workspace.add({ up: { link: '.' } });
    execFileSync('mkfifo', [`${workspace.root}/fifo`]);
    expect(places(await grep({ pattern: 'secret' }))).toEqual(['r.txt:1']);
  });

  it('names files of a read root as they can be read', async () => {
    setUp({ '../docs/guide/a.md': 'topic\n', link: { link: '../docs/guide' } });
    const docs = `${workspace.base}/docs`;
    const run = (path: string): Promise<GrepResult> =>
      workspace.run(tool, { pattern: 'topic', path }, { allowedReadRoots: [docs] });
    expect(places(await run(docs))).toEqual([`${docs}/guide/a.md:1`]);
    expect(places(await run('link'))).toEqual(['link/a.md:1']);
  });

  it('leaves out what is too large, counts and names it, and searches the rest', async () => {
    setUp({ 'note.txt': 'needle\n', 'd/huge.log': '', 'huge.bin': '', '.gitignore': 'left/\n', 'left/huge.txt': '' });
    for (const name of ['d/huge.log', 'huge.bin', 'left/huge.txt']) truncateSync(`${workspace.root}/${name}`, 2 ** 36);
    const result = await grep({ pattern: 'needle' });
    expect(places(result)).toEqual(['note.txt:1']);
    expect(result.skipped).toEqual({ tooLarge: 2 });
    expect(result.warnings?.map((text) => text.split(' ')[0])).toEqual(['d/huge.log', 'huge.bin']);
    const logs = await grep({ pattern: 'needle', include: '*.log' });
    expect(logs.skipped).toEqual({ tooLarge: 1 });
    expect(logs.note).toContain('in the files that could be searched');
    await expect(grep({ pattern: 'needle', path: 'huge.bin' })).rejects.toMatchObject({
      kind: 'too_large',
      message: expect.stringContaining('huge.bin is larger than'),
    });
  });

  it('keeps names with colons, line ends and blanks apart', async () => {
    setUp({ 'a:3:b.txt': 'w\n', 'new\nline.txt': 'w\n', ' lead.txt': 'w\n' });
    expect(places(await grep({ pattern: 'w' }))).toEqual([' lead.txt:1', 'a:3:b.txt:1', 'new\nline.txt:1']);
    const counted = await grep({ pattern: 'w', outputMode: 'count' });
    expect(counted.matches.map((row) => row.file)).toEqual([' lead.txt', 'a:3:b.txt', 'new\nline.txt']);
  });

  it.skipIf(process.getuid?.() === 0)('goes on past a file that it may not read, and names it', async () => {
    setUp({ 'ok.txt': 'v\n', 'no.txt': 'v\n' });
    chmodSync(`${workspace.root}/no.txt`, 0);
    const result = await grep({ pattern: 'v' });
    expect(places(result)).toEqual(['ok.txt:1']);
    expect(result).toMatchObject({ skipped: { unreadable: 1 }, warnings: [expect.stringContaining('no.txt')] });
  });

  it.skipIf(process.getuid?.() === 0)('fails where the one file that was named cannot be read', async () => {
    setUp({ 'no.txt': 'v\n' });
    chmodSync(`${workspace.root}/no.txt`, 0);
    expect(await kindOf({ pattern: 'v', path: 'no.txt' })).toBe('sensitive');
  });

  it('stops when the request is cancelled or the time is over', async () => {
    setUp({ 'big.txt': 'abababab '.repeat(8_000_000) });
    const args = { pattern: '(a|b)*c', multiline: true };
    await expect(workspace.run(tool, args, {}, AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(workspace.run(tool, args, { searchTimeoutMs: 1 })).rejects.toMatchObject({ kind: 'timeout' });
    expect((await grep({ pattern: 'nothing' })).count).toBe(0);
  });
});
