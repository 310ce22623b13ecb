import { link, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { BuiltInTools } from './built-in-tools.js';
import { CodingToolSet } from './coding-tool-set.js';
import { invocation, TempWorkspace } from './fixtures/temp-workspace.js';
import type { JsonObject } from '../tool/json.js';

const SECRET = 'TOP-SECRET-CONTENT';

/** Spellings of `elsewhere/vault/key.txt` (or of something near it), each from one kind of mistake that guards make. */
function escapes(base: string): readonly string[] {
  const outside = join(base, 'elsewhere/vault');
  return [
    '../home-two/key.txt',
    join(base, 'home-two/key.txt'),
    '../home-two/new.txt',
    '../elsewhere/vault/key.txt',
    join(outside, 'key.txt'),
    `/${join(outside, 'key.txt')}`,
    'src/../../elsewhere/vault/key.txt',
    'src//..//..//elsewhere/vault/key.txt',
    './missing/../../elsewhere/vault/key.txt',
    'file-link',
    'chain-1',
    'folder-link/key.txt',
    'folder-link/new.txt',
    'folder-link/new/deep/er.txt',
    'above/vault/key.txt',
    'above/vault/new.txt',
    'a/b/up/elsewhere/vault/key.txt',
    'a/b/up/elsewhere/vault/new/x.txt',
    'dangling-file',
    'dangling-folder/x.txt',
    'root-link/etc/passwd',
    `/proc/self/root${outside}/key.txt`,
    'proc-link/environ',
    '/proc/self/environ',
    '/dev/zero',
    '/dev/stdin',
    '/sys/kernel/notes',
    'zero',
    'library-exit',
    join(base, 'library/exit'),
    join(base, 'library-two/key.txt'),
  ];
}

function patch(...lines: readonly string[]): JsonObject {
  return { patch: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') };
}

/** Every way in which a tool takes a path. */
function callsWith(path: string): readonly (readonly [tool: string, args: JsonObject])[] {
  return [
    ['read_file', { path }],
    ['grep', { pattern: 'SECRET|root|PATH', path }],
    ['grep', { pattern: 'SECRET|root', include: path }],
    ['glob', { pattern: '**/*', path }],
    ['glob', { pattern: path }],
    ['glob', { pattern: `{src,${path}}` }],
    ['bash', { action: 'exec', command: `cat key.txt; pwd`, cwd: path }],
    ['bash', { action: 'start', command: 'pwd', cwd: path }],
    ['write_file', { path, content: 'bad' }],
    ['write_file', { path, content: 'bad', mode: 'create' }],
    ['write_file', { path, content: 'bad', mode: 'append' }],
    ['edit', { path, old_string: SECRET, new_string: 'bad' }],
    ['edit', { path, old_string: 'e', new_string: 'bad', replaceAll: true }],
    ['apply_patch', patch(`*** Add File: ${path}`, '+bad')],
    ['apply_patch', patch(`*** Update File: ${path}`, '@@', `-${SECRET}`, '+bad')],
    ['apply_patch', patch(`*** Delete File: ${path}`)],
    ['apply_patch', patch('*** Update File: src/main.txt', `*** Move to: ${path}`, '@@', '-inside', '+bad')],
  ];
}

/** Searches whose pattern leads out may also come back empty-handed, or with what is inside. */
function foundOnlyInside(text: string): boolean {
  const { matches } = JSON.parse(text) as { matches?: readonly (string | { file: string })[] };
  return matches?.every((match) => (typeof match === 'string' ? match : match.file).startsWith('src/')) === true;
}

async function snapshot(base: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of ['elsewhere', 'home-two', 'library', 'library-two']) {
    for (const entry of await readdir(join(base, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      found.push(`${relative(base, path)} ${entry.isFile() ? await readFile(path, 'utf8') : ''}`);
    }
  }
  return found.toSorted();
}

async function build(space: TempWorkspace): Promise<void> {
  for (const name of ['elsewhere/vault/key.txt', 'home-two/key.txt', 'library-two/key.txt']) {
    await space.put(`../${name}`, `${SECRET}\n`);
  }
  await space.put('../library/guide.md', 'guide\n');
  await space.put('src/main.txt', 'inside\n');
  await mkdir(space.at('a/b'), { recursive: true });
  const links: readonly (readonly [string, string])[] = [
    ['../elsewhere/vault/key.txt', 'file-link'],
    ['chain-2', 'chain-1'],
    ['../elsewhere/vault/key.txt', 'chain-2'],
    [join(space.base, 'elsewhere/vault'), 'folder-link'],
    ['../elsewhere', 'above'],
    ['../../..', 'a/b/up'],
    ['../elsewhere/vault/created.txt', 'dangling-file'],
    ['../elsewhere/absent', 'dangling-folder'],
    ['/', 'root-link'],
    ['/proc/self', 'proc-link'],
    ['/dev/zero', 'zero'],
    ['../library/exit', 'library-exit'],
    ['../elsewhere/vault/key.txt', '../library/exit'],
  ];
  for (const [target, name] of links) await symlink(target, space.at(name));
}

describe('confinement', () => {
  let space: TempWorkspace;

  beforeEach(async () => {
    space = await TempWorkspace.create();
    await build(space);
  });

  afterEach(() => space.remove());

  /** Tries every escape with every tool; gives what got out. */
  async function attempts(workspaceRoot: string): Promise<{ tried: number; escaped: readonly string[] }> {
    const names = BuiltInTools.allCodingToolNames();
    const set = new CodingToolSet(names, { workspaceRoot, allowedReadRoots: [join(space.base, 'library')] });
    const before = await snapshot(space.base);
    const escaped: string[] = [];
    let tried = 0;
    for (const path of escapes(space.base)) {
      for (const [name, args] of callsWith(path)) {
        const outcome = await set.tools.get(name)?.execute(args, invocation());
        tried++;
        const text = outcome?.text ?? '';
        if (outcome?.isError !== true && !foundOnlyInside(text))
          escaped.push(`${name} ${JSON.stringify(args)} ${text}`);
        if (/TOP-SECRET|root:x:|guide|PATH=/.test(text.replaceAll(JSON.stringify(path), '')))
          escaped.push(`told: ${name} ${path} ${text}`);
      }
    }
    await set.shutdown();
    expect(await snapshot(space.base)).toEqual(before);
    expect(await space.read('src/main.txt')).toBe('inside\n');
    return { tried, escaped };
  }

  it('holds for every tool, every access and every known mistake', async () => {
    const { tried, escaped } = await attempts(space.root);
    expect(escaped).toEqual([]);
    expect(tried).toBe(escapes(space.base).length * callsWith('').length);
  });

  it('holds where the root itself is given through a link', async () => {
    await symlink('home', join(space.base, 'alias'));
    expect((await attempts(join(space.base, 'alias'))).escaped).toEqual([]);
  });

  it('takes percent signs, tildes and variables for ordinary characters', async () => {
    const set = new CodingToolSet(['write_file', 'read_file'], { workspaceRoot: space.root });
    const before = await snapshot(space.base);
    for (const path of [
      '%2e%2e/elsewhere/vault/key.txt',
      '..%2felsewhere',
      '~/.profile',
      '$HOME/x',
      '..\\elsewhere\\x',
    ]) {
      expect(await set.tools.get('read_file')?.execute({ path }, invocation())).toMatchObject({
        errorKind: 'not_found',
      });
      expect(
        (await set.tools.get('write_file')?.execute({ path, content: 'in' }, invocation()))?.isError,
      ).toBeUndefined();
      expect(await space.read(path)).toBe('in');
    }
    expect(await snapshot(space.base)).toEqual(before);
  });

  it('never writes through a hard link', async () => {
    const set = new CodingToolSet(BuiltInTools.allCodingToolNames(), { workspaceRoot: space.root });
    const calls = [
      ['write_file', { path: 'hard', content: 'bad' }],
      ['write_file', { path: 'hard', content: 'bad', mode: 'append' }],
      ['edit', { path: 'hard', old_string: SECRET, new_string: 'bad' }],
      ['apply_patch', { patch: `*** Begin Patch\n*** Update File: hard\n@@\n-${SECRET}\n+bad\n*** End Patch\n` }],
      ['apply_patch', { patch: '*** Begin Patch\n*** Delete File: hard\n*** End Patch\n' }],
    ] as const;
    const before = await snapshot(space.base);
    for (const [name, args] of calls) {
      await link(join(space.base, 'elsewhere/vault/key.txt'), space.at('hard')).catch(() => undefined);
      await set.tools.get(name)?.execute({ ...args }, invocation());
      expect(await snapshot(space.base), name).toEqual(before);
    }
  });
});
