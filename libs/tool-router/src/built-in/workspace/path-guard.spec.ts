import { mkdtemp, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import { completeContext } from '../default-context.js';
import { guardPath, type PathAccess } from './path-guard.js';

describe('guardPath', () => {
  let base: string;
  let context: BuiltInToolContext;

  const refusal = (path: unknown, access: PathAccess, in_: BuiltInToolContext = context): Promise<string> =>
    guardPath(path, access, in_).then(
      (found) => `allowed ${found.real.replace(base, '')}`,
      (error: { kind?: string; message: string }) => error.kind ?? error.message,
    );

  beforeEach(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'guard-')));
    for (const folder of ['home/src', 'home/.git', 'home-two', 'library', 'elsewhere/deep', 'home/vendor']) {
      await mkdir(join(base, folder), { recursive: true });
    }
    await writeFile(join(base, 'home/src/main.c'), 'int main;\n');
    await writeFile(join(base, 'elsewhere/deep/secret.txt'), 'S');
    await writeFile(join(base, 'library/guide.md'), '#');
    context = completeContext({ workspaceRoot: join(base, 'home'), allowedReadRoots: [join(base, 'library')] });
  });

  afterEach(() => rm(base, { recursive: true, force: true }));

  it('gives the real path and a path for the model', async () => {
    await symlink('src', join(base, 'home/sources'));
    expect(await guardPath('./sources/main.c', 'write', context)).toEqual({
      real: join(base, 'home/src/main.c'),
      shown: 'sources/main.c',
      exists: true,
    });
    expect(await guardPath('.', 'cwd', context)).toEqual({ real: join(base, 'home'), shown: '.', exists: true });
    expect(await guardPath(join(base, 'library/guide.md'), 'read', context)).toMatchObject({
      shown: join(base, 'library/guide.md'),
      exists: true,
    });
    expect(await guardPath('new/sub/x', 'write', context)).toEqual({
      real: join(base, 'home/new/sub/x'),
      shown: 'new/sub/x',
      exists: false,
    });
  });

  it('takes an absolute path in the configured and in the real spelling of the root', async () => {
    await symlink(join(base, 'home'), join(base, 'alias'));
    const aliased = completeContext({ workspaceRoot: join(base, 'alias') });
    for (const root of ['alias', 'home']) {
      expect(await guardPath(join(base, root, 'src/main.c'), 'write', aliased)).toEqual({
        real: join(base, 'home/src/main.c'),
        shown: 'src/main.c',
        exists: true,
      });
    }
  });
});
