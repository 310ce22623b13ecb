import { execFileSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { BuiltInFailure } from '../built-in-failure.js';
import { SearchWorkspace, type TreeEntry } from './fixtures/search-workspace.js';
import { globTool, type GlobResult } from './glob.tool.js';

describe('glob', () => {
  let workspace: SearchWorkspace;
  afterEach(() => workspace.remove());

  function setUp(paths: readonly string[], tree: Readonly<Record<string, TreeEntry>> = {}): void {
    workspace = new SearchWorkspace({ ...Object.fromEntries(paths.map((path) => [path, ''])), ...tree });
  }
  const glob = (args: Record<string, string | number | null>): Promise<GlobResult> => workspace.run(globTool, args);
  const find = async (pattern: string, path?: string): Promise<readonly string[]> =>
    [...(await glob({ pattern, ...(path === undefined ? {} : { path }) })).matches].toSorted();
  const kindOf = async (args: Record<string, string | number | null>): Promise<string> => {
    const failure = await glob(args).catch((error: unknown) => error);
    return failure instanceof BuiltInFailure ? failure.kind : 'no failure';
  };

  it.each([
    ['*.md', ['a.md', 'b c.md']],
    ['**/*.md', ['a.md', 'b c.md', 'x/.d/e.md', 'x/c.md']],
    ['x/**', ['x/.d/e.md', 'x/c.md', 'x/y/z.ts']],
    ['**', ['.env', 'a.md', 'b c.md', 'x/.d/e.md', 'x/c.md', 'x/y/z.ts']],
    ['x/**/z.ts', ['x/y/z.ts']],
    ['./x//*.md', ['x/c.md']],
    ['?.md', ['a.md']],
    ['[!b]*.md', ['a.md']],
    ['{a,x/c}.md', ['a.md', 'x/c.md']],
    ['x/{y/z.ts,*.md}', ['x/c.md', 'x/y/z.ts']],
    ['.e*', ['.env']],
    ['A.md', []],
    ['b c.md', ['b c.md']],
    ['b*c.md', ['b c.md']],
    ['*.md,*.ts', []],
    [' *.md', []],
    ['*', ['.env', 'a.md', 'b c.md']],
    ['\\a.md', ['a.md']],
    ['x', []],
    ['x/', []],
  ])('finds what %s means', async (pattern, expected) => {
    setUp(['a.md', 'b c.md', 'x/c.md', 'x/y/z.ts', 'x/.d/e.md', '.env']);
    expect(await find(pattern)).toEqual(expected);
  });

  it('takes names that exist as they are written before it reads them as a pattern', async () => {
    setUp(['r/[id]/p.ts', 'r/i/p.ts', 'r/(a)/{b}/q.ts', 'r/*.ts', 'r/s.ts', 'r/@x!/+y.ts']);
    expect(await find('r/[id]/p.ts')).toEqual(['r/[id]/p.ts']);
    expect(await find('r/[id]/*.ts')).toEqual(['r/[id]/p.ts']);
    expect(await find('r/[ij]/p.ts')).toEqual(['r/i/p.ts']);
    expect(await find('r/(a)/{b}/*')).toEqual(['r/(a)/{b}/q.ts']);
    expect(await find('r/*.ts')).toEqual(['r/*.ts']);
    expect(await find('r/@x!/+*.ts')).toEqual(['r/@x!/+y.ts']);
    expect(await find('p.ts', 'r/[id]')).toEqual(['r/[id]/p.ts']);
    expect(await find('**/\\[id\\]/*')).toEqual(['r/[id]/p.ts']);
  });

  it('orders by time, then path, before it cuts', async () => {
    setUp(['a.x', 'b.x', 'c.x', 'd/e.x']);
    const seconds = { 'a.x': 1_000, 'b.x': 3_000, 'c.x': 1_000, 'd/e.x': 2_000 };
    for (const [path, time] of Object.entries(seconds)) utimesSync(`${workspace.root}/${path}`, time, time);
    expect(await glob({ pattern: '**/*.x' })).toEqual({
      pattern: '**/*.x',
      path: '.',
      matches: ['b.x', 'd/e.x', 'a.x', 'c.x'],
      count: 4,
      truncated: false,
    });
    const cut = await glob({ pattern: '**/*.x', maxResults: 2 });
    expect(cut).toMatchObject({ matches: ['b.x', 'd/e.x'], count: 2, truncated: true });
    expect(cut.note).toContain('2 of 4');
    expect(await glob({ pattern: '**/*.x', maxResults: 4 })).toMatchObject({ count: 4, truncated: false });
  });

  it('leaves out what is ignored, and counts it', async () => {
    setUp(['a.log', 'b.txt', 'gen/x.log', 'gen/y.txt', 'sub/keep.log', 'sub/z.log'], {
      '.gitignore': '*.log\ngen/\n',
      'sub/.gitignore': '!keep.log\n',
    });
    expect(await glob({ pattern: '**/*.log' })).toMatchObject({ matches: ['sub/keep.log'], ignored: 3 });
    expect(await glob({ pattern: '*.txt' })).toMatchObject({ matches: ['b.txt'] });
    const none = await glob({ pattern: '*.log' });
    expect(none).toMatchObject({ count: 0, ignored: 1 });
    expect(none.note).toContain('.gitignore leaves out 1');
    expect(await find('*.txt', 'gen')).toEqual(['gen/y.txt']);
    expect(await find('gen/*')).toEqual(['gen/x.log', 'gen/y.txt']);
    expect(await find('a.log')).toEqual(['a.log']);
    expect(await find('*.log', 'sub')).toEqual(['sub/keep.log']);
  });

  it('leaves version control and installed packages out unless the pattern names them', async () => {
    setUp([
      '.git/config',
      '.hg/store',
      '.svn/wc.db',
      '.jj/repo',
      'node_modules/p/i.js',
      'a/node_modules/q/i.js',
      'i.js',
    ]);
    expect(await find('**/*')).toEqual(['i.js']);
    expect(await find('**/i.js')).toEqual(['i.js']);
    expect(await find('**/node_modules/**/i.js')).toEqual(['a/node_modules/q/i.js', 'node_modules/p/i.js']);
    expect(await find('.git/*')).toEqual(['.git/config']);
    expect(await find('**', 'node_modules')).toEqual(['node_modules/p/i.js']);
  });

  it('finds files only, and follows no links', async () => {
    setUp(['d.ts/f.ts'], {
      '../out/o.ts': '',
      away: { link: '../out' },
      'l.ts': { link: 'd.ts/f.ts' },
      loop: { link: '.' },
    });
    execFileSync('mkfifo', [`${workspace.root}/p.ts`]);
    expect(await find('**/*.ts')).toEqual(['d.ts/f.ts']);
    expect(await kindOf({ pattern: 'away/*.ts' })).toBe('outside');
    expect(await kindOf({ pattern: '*.ts', path: 'away' })).toBe('outside');
    expect(await find('l.ts')).toEqual(['l.ts']);
  });

  it.each([
    [{ pattern: '' }, 'validation'],
    [{ pattern: ' ' }, 'validation'],
    [{ pattern: 'a\0b' }, 'validation'],
    [{ pattern: '[a' }, 'validation'],
    [{ pattern: '{a,b' }, 'validation'],
    [{ pattern: '{1..9999}' }, 'validation'],
    [{ pattern: '{a,a}'.repeat(40) }, 'validation'],
    [{ pattern: 'x'.repeat(5_000) }, 'validation'],
    [{ pattern: '*', maxResults: 0 }, 'validation'],
    [{ pattern: '*', maxResults: 1e9 }, 'validation'],
    [{ pattern: '*', path: 'f.txt' }, 'validation'],
    [{ pattern: '*', path: '' }, 'validation'],
    [{ pattern: '*', path: 'gone' }, 'not_found'],
    [{ pattern: '../*' }, 'outside'],
    [{ pattern: 'a/../../*' }, 'outside'],
    [{ pattern: '**/../*' }, 'outside'],
    [{ pattern: '{a,..}/*' }, 'outside'],
    [{ pattern: '{a,../b}/*' }, 'outside'],
    [{ pattern: '/etc/*' }, 'outside'],
    [{ pattern: '/{etc,usr}/*' }, 'outside'],
    [{ pattern: '/etc/passwd' }, 'outside'],
    [{ pattern: '*', path: '..' }, 'outside'],
    [{ pattern: '*', path: '/proc/self' }, 'outside'],
  ])('refuses %j as %s', async (args, kind) => {
    setUp(['f.txt', 'a/g.txt']);
    expect(await kindOf(args)).toBe(kind);
  });

  it('takes an absolute pattern inside the workspace and inside a read root', async () => {
    setUp(['s/a.ts', '../docs/[v]/b.md']);
    const docs = `${workspace.base}/docs`;
    const run = (pattern: string): Promise<GlobResult> =>
      workspace.run(globTool, { pattern }, { allowedReadRoots: [docs] });
    expect((await run(`${workspace.root}/s/*.ts`)).matches).toEqual(['s/a.ts']);
    expect((await run(`${workspace.root}/s/a.ts`)).matches).toEqual(['s/a.ts']);
    expect((await run(`${docs}/**/*.md`)).matches).toEqual([`${docs}/[v]/b.md`]);
    expect((await run(`${docs}/[v]/*`)).matches).toEqual([`${docs}/[v]/b.md`]);
  });

  it('names the missing folder and suggests what to do for a folder pattern', async () => {
    setUp(['s/a.ts']);
    await expect(glob({ pattern: '*', path: 'nope/there' })).rejects.toThrow('nope/there');
    expect((await glob({ pattern: 's' })).note).toContain('/**');
    for (const pattern of ['s/a.ts/*.md', 's/a.ts/b']) {
      await expect(glob({ pattern })).rejects.toThrow('The path "s/a.ts" is a file, not a directory.');
    }
    expect((await glob({ pattern: '*.zig' })).note).toContain('No file matches');
  });

  it('takes names such as __proto__ and names with two dots', async () => {
    setUp(['__proto__/constructor', '..x/..y', 'a/...z']);
    expect(await find('__proto__/*')).toEqual(['__proto__/constructor']);
    expect(await find('**/..*')).toEqual(['..x/..y', 'a/...z']);
    expect(await find('..x/*')).toEqual(['..x/..y']);
  });

  it('stops when the request is cancelled or the time is over, and works on afterwards', async () => {
    setUp(Array.from({ length: 300 }, (_, i) => `d${i}/f.txt`));
    const args = { pattern: '**/*' };
    await expect(workspace.run(globTool, args, {}, AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' });
    const controller = new AbortController();
    const running = workspace.run(globTool, args, {}, controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
    expect((await glob({ ...args, maxResults: 1_000 })).count).toBe(300);
  });

  it('finds every file of a deep tree once, whichever thread walks it', async () => {
    const paths = ['f', 'a/f', 'a/b/f', ...Array.from({ length: 60 }, (_, i) => `a/b/c${i}/d${i % 7}/f`)];
    setUp([...paths, 'a/b/c1/g.log', 'a/g.log', 'x/y/z/w/g.log'], { '.gitignore': '*.log\n' });
    const result = await glob({ pattern: '**', maxResults: 1_000 });
    expect(result.matches.toSorted()).toEqual(['.gitignore', ...paths].toSorted());
    expect(result.ignored).toBe(3);
    expect((await glob({ pattern: 'a/b/*/*/f', maxResults: 1_000 })).count).toBe(60);
  });

  it('answers many searches at the same time', async () => {
    setUp(['a.ts', 'b/c.ts']);
    const results = await Promise.all(Array.from({ length: 30 }, () => find('**/*.ts')));
    expect(new Set(results.map((files) => files.join()))).toEqual(new Set(['a.ts,b/c.ts']));
  });
});
