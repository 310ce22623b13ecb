import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { BuiltInFailure } from '../built-in-failure.js';
import { TempWorkspace } from '../fixtures/temp-workspace.js';
import { guardPath, type PathAccess } from './path-guard.js';

const ACCESSES: readonly PathAccess[] = ['read', 'write', 'cwd'];

describe('guardPath', () => {
  let space: TempWorkspace;
  let context: BuiltInToolContext;

  /** The kind of the refusal, or the real path relative to the base where there is none. */
  async function verdict(path: unknown, access: PathAccess, within = context): Promise<string> {
    try {
      return `allowed ${(await guardPath(path, access, within)).real.replace(`${space.base}/`, '')}`;
    } catch (error) {
      if (error instanceof BuiltInFailure) return error.kind;
      throw error;
    }
  }

  beforeEach(async () => {
    space = await TempWorkspace.create();
    await space.put('src/main.c', 'int main;\n');
    await space.put('../elsewhere/deep/secret.txt', 'S');
    await space.put('../library/guide.md', '#');
    context = space.context({ allowedReadRoots: [join(space.base, 'library')] });
  });

  afterEach(() => space.remove());

  it('gives the real path, and a path for the model', async () => {
    await symlink('src', space.at('sources'));
    expect(await guardPath('./sources/main.c', 'write', context)).toEqual({
      real: space.at('src/main.c'),
      shown: 'sources/main.c',
      exists: true,
    });
    expect(await guardPath('.', 'cwd', context)).toEqual({ real: space.root, shown: '.', exists: true });
    expect(await guardPath('new/sub/x', 'write', context)).toEqual({
      real: space.at('new/sub/x'),
      shown: 'new/sub/x',
      exists: false,
    });
    const guide = join(space.base, 'library/guide.md');
    expect(await guardPath(guide, 'read', context)).toEqual({ real: guide, shown: guide, exists: true });
    expect(await guardPath('../library/guide.md', 'read', context)).toMatchObject({ shown: guide });
  });

  it('takes a root in the configured and in the real spelling', async () => {
    await symlink(space.root, join(space.base, 'alias'));
    await symlink(join(space.base, 'library'), join(space.base, 'books'));
    const aliased = space.context({
      workspaceRoot: join(space.base, 'alias'),
      allowedReadRoots: [join(space.base, 'books')],
    });
    for (const root of ['alias', 'home']) {
      expect(await guardPath(join(space.base, root, 'src/main.c'), 'write', aliased)).toEqual({
        real: space.at('src/main.c'),
        shown: 'src/main.c',
        exists: true,
      });
    }
    expect(await guardPath('src/main.c', 'read', aliased)).toMatchObject({ real: space.at('src/main.c') });
    for (const root of ['books', 'library']) {
      expect(await guardPath(join(space.base, root, 'guide.md'), 'read', aliased)).toMatchObject({
        real: join(space.base, 'library/guide.md'),
        shown: join(space.base, 'books/guide.md'),
      });
    }
  });

  it('takes names as they are', async () => {
    for (const name of [
      '..data/x',
      '...',
      'a/..b',
      '%2e%2e/elsewhere',
      '~/x',
      '$HOME/x',
      ' lead',
      'trail ',
      '__proto__',
    ]) {
      expect(await verdict(name, 'write')).toBe(`allowed home/${name}`);
    }
    expect(await verdict('file:///etc/passwd', 'write')).toBe('allowed home/file:/etc/passwd');
  });

  it.each([undefined, null, 7, {}, [], true, '', '  \t', 'a\0b', `${'x/'.repeat(2100)}y`, 'half \ud83c'])(
    'refuses what is no path: %j',
    async (input) => {
      for (const access of ACCESSES) expect(await verdict(input, access)).toBe('validation');
    },
  );

  it('refuses a name that ends with a separator for writing', async () => {
    expect(await verdict('fresh/', 'write')).toBe('validation');
    expect(await verdict('src/', 'cwd')).toBe('allowed home/src');
  });

  it('calls a name that is too long by its fault', async () => {
    for (const path of ['n'.repeat(256), `src/${'ü'.repeat(128)}/x`, `${'n'.repeat(256)}/x`]) {
      for (const access of ACCESSES) {
        const failure = await guardPath(path, access, context).catch((error: unknown) => error);
        expect(failure).toMatchObject({ kind: 'validation', message: expect.stringContaining('too long') });
      }
    }
    expect(await verdict('n'.repeat(255), 'write')).toContain('allowed');
  });

  it('answers alike for everything outside, whether it exists or not', async () => {
    await symlink(join(space.base, 'elsewhere'), space.at('way'));
    await symlink(join(space.base, 'elsewhere/nothing'), space.at('dangling'));
    await symlink(join(space.base, 'elsewhere/deep/secret.txt'), space.at('secret'));
    await symlink('/proc/self/environ', space.at('environ'));
    const paths = [
      '../elsewhere/deep/secret.txt',
      '../elsewhere/none',
      join(space.base, 'home-two/x'),
      '/etc/passwd',
      '/dev/zero',
      '/proc/self/root/etc/passwd',
      'way/deep/secret.txt',
      'way/deep/none/x',
      'way/deep/secret.txt/x',
      'way',
      'dangling',
      'dangling/x',
      'secret',
      'environ',
    ];
    for (const path of paths) {
      for (const access of ACCESSES) {
        const failure = await guardPath(path, access, context).catch((error: unknown) => error);
        expect(failure, path).toMatchObject({
          kind: 'outside',
          message: `The path ${JSON.stringify(path)} leads outside the folders that are open here.`,
        });
      }
    }
  });

  it('follows links that stay inside and refuses broken ones', async () => {
    await mkdir(space.at('a/b'), { recursive: true });
    await symlink('../../src', space.at('a/b/up'));
    await symlink(space.at('a/b'), space.at('absolute'));
    await symlink('gone', space.at('broken'));
    await symlink('loop2', space.at('loop1'));
    await symlink('loop1', space.at('loop2'));
    await symlink('src/main.c', space.at('file'));
    expect(await verdict('absolute/up/main.c', 'write')).toBe('allowed home/src/main.c');
    expect(await verdict('absolute/up/new.c', 'write')).toBe('allowed home/src/new.c');
    expect(await verdict('absolute/../b/up/main.c', 'write'), '".." is about names, not about link targets').toBe(
      'allowed home/b/up/main.c',
    );
    expect(await verdict('broken', 'write')).toBe('not_found');
    expect(await verdict('broken/x', 'write')).toBe('not_found');
    expect(await verdict('loop1/x', 'write')).toBe('validation');
    expect(await verdict('file/x', 'write')).toBe('validation');
    expect(await verdict('src/main.c/x', 'read')).toBe('not_found');
  });

  it('follows a link that leaves the root and comes back', async () => {
    await symlink('../elsewhere/back', space.at('detour'));
    await symlink(space.at('src'), join(space.base, 'elsewhere/back'));
    expect(await verdict('detour/main.c', 'read')).toBe('allowed home/src/main.c');
    expect(await verdict('detour/fresh.c', 'write')).toBe('allowed home/src/fresh.c');
  });

  it('keeps read roots for reading', async () => {
    await symlink(join(space.base, 'library/guide.md'), space.at('guide'));
    await symlink(join(space.base, 'elsewhere'), join(space.base, 'library/exit'));
    await symlink(space.at('src'), join(space.base, 'library/back'));
    const guide = join(space.base, 'library/guide.md');
    expect(await verdict('guide', 'read')).toBe('allowed library/guide.md');
    expect(await verdict('guide', 'write')).toBe('read_only');
    expect(await verdict(guide, 'write')).toBe('read_only');
    expect(await verdict(join(space.base, 'library/new.md'), 'write')).toBe('read_only');
    expect(await verdict(join(space.base, 'library'), 'cwd')).toBe('outside');
    expect(await verdict(join(space.base, 'library/exit/deep/secret.txt'), 'read')).toBe('outside');
    expect(await verdict(join(space.base, 'library/back/main.c'), 'read')).toBe('allowed home/src/main.c');
    expect(await verdict(join(space.base, 'library-two/x'), 'read')).toBe('outside');
  });

  it('keeps a read root inside the workspace for reading', async () => {
    const nested = space.context({ allowedReadRoots: [space.at('src'), join(space.base, 'missing'), ' '] });
    expect(await verdict('src/main.c', 'read', nested)).toBe('allowed home/src/main.c');
    expect(await verdict('src/main.c', 'write', nested)).toBe('read_only');
    expect(await verdict('other.c', 'write', nested)).toBe('allowed home/other.c');
    expect(await verdict('src', 'cwd', nested)).toBe('allowed home/src');
  });

  it('restricts reading to the read roots on demand', async () => {
    const restricted = { ...context, restrictReadToAllowedRoots: true };
    expect(await verdict('src/main.c', 'read', restricted)).toBe('outside');
    expect(await verdict('../library/guide.md', 'read', restricted)).toBe('allowed library/guide.md');
    expect(await verdict('src/main.c', 'write', restricted)).toBe('allowed home/src/main.c');
  });

  it('lets the host switch the confinement off, except for kernel folders and read roots', async () => {
    const free = { ...context, allowOutsideWorkspace: true, restrictReadToAllowedRoots: true };
    await symlink('/dev/null', space.at('null'));
    for (const access of ['read', 'write'] as const) {
      expect(await verdict('../elsewhere/deep/secret.txt', access, free)).toBe('allowed elsewhere/deep/secret.txt');
      for (const path of ['/proc/self/environ', '/sys/kernel', '/dev/zero', 'null']) {
        expect(await verdict(path, access, free)).toBe('sensitive');
      }
    }
    expect(await verdict('../library/guide.md', 'write', free)).toBe('read_only');
    expect(await verdict('../elsewhere/.git/config', 'write', free)).toBe('sensitive');
  });

  it('refuses kernel folders under a root of everything', async () => {
    const everything = space.context({ allowedReadRoots: ['/'] });
    expect(await verdict('/proc/self/environ', 'read', everything)).toBe('sensitive');
    expect(await verdict('../elsewhere/deep/secret.txt', 'read', everything)).toBe('allowed elsewhere/deep/secret.txt');
    expect(await verdict('src/main.c', 'write', everything)).toBe('allowed home/src/main.c');
    expect(await verdict('/tmp/x', 'write', everything)).toBe('read_only');
  });

  it('protects .git and configured names from writing, in every spelling', async () => {
    await space.put('.git/config', '');
    await symlink('.git', space.at('plain'));
    const extra = space.context({ deniedWriteSegments: ['Secrets'] });
    const protectedPaths = [
      '.git',
      '.git/hooks/x',
      'sub/.git/x',
      'src/../.git/x',
      '.GiT/x',
      '.git./x',
      '.git /x',
      'git~1/x',
      '.g\u200cit/x',
      '.git::$INDEX_ALLOCATION/x',
      'plain/hooks/x',
      'a/secrets/x',
    ];
    for (const path of protectedPaths) expect(await verdict(path, 'write', extra), path).toBe('sensitive');
    for (const path of ['.gitignore', '.github/x', '.gitmodules', 'x.git/y', 'secrets.txt', '.agents/AGENTS.md']) {
      expect(await verdict(path, 'write', extra)).toBe(`allowed home/${path}`);
    }
    expect(await verdict('.git/config', 'read', extra)).toBe('allowed home/.git/config');
    expect(await verdict('.ssh/id', 'write')).toBe('sensitive');
  });

  it('asks for an existing folder to work in', async () => {
    expect(await verdict('gone', 'cwd')).toBe('not_found');
    expect(await verdict('src/main.c', 'cwd')).toBe('validation');
  });

  it('says so where the workspace is missing, without its path', async () => {
    const failure = guardPath('x', 'read', space.context({ workspaceRoot: join(space.base, 'nowhere') }));
    await expect(failure).rejects.toThrow('The workspace folder does not exist on the host.');
  });
});
