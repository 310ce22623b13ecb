import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { TempWorkspace } from '../fixtures/temp-workspace.js';
import { appendFile } from './append-file.js';
import { createFile, removeFile, replaceFile } from './atomic-write.js';
import { createWithParents } from './create-with-parents.js';
import { makeParents, removeFolders } from './make-parents.js';
import { withPinnedFolder } from './pinned-folder.js';
import { readTextFile } from './text-file.js';

describe('atomic writes', () => {
  let space: TempWorkspace;

  beforeEach(async () => {
    space = await TempWorkspace.create();
  });

  afterEach(() => space.remove());

  it('replaces bytes, keeps permissions and leaves nothing beside', async () => {
    const path = await space.put('run.sh', 'old');
    await chmod(path, 0o751);
    await replaceFile(path, Buffer.from('new text'));
    expect(await space.read('run.sh')).toBe('new text');
    expect((await stat(path)).mode & 0o777).toBe(0o751);
    expect(await readdir(space.root)).toEqual(['run.sh']);
  });

  it.runIf(process.geteuid?.() === 0)('keeps the owner where the process may choose it', async () => {
    const path = await space.put('theirs', 'old');
    await chown(path, 1234, 4321);
    await chmod(path, 0o4755);
    await replaceFile(path, Buffer.from('new'));
    const { uid, gid, mode } = await stat(path);
    expect([uid, gid, mode & 0o7777]).toEqual([1234, 4321, 0o4755]);
  });

  it.runIf(process.geteuid?.() !== 0)('refuses a write-protected file', async () => {
    const path = await space.put('locked', 'old');
    await chmod(path, 0o444);
    await expect(replaceFile(path, Buffer.from('new'))).rejects.toMatchObject({ kind: 'read_only' });
    expect(await space.read('locked')).toBe('old');
  });

  it('never shows a part of the new file to a reader', async () => {
    const path = await space.put('big', 'a'.repeat(300_000));
    const writing = { done: false };
    const seen = new Set<string>();
    const reader = (async () => {
      while (!writing.done) {
        const text = await readFile(path, 'latin1');
        seen.add(`${text.length} ${new Set(text).size}`);
      }
    })();
    for (const letter of 'bcdefgh') await replaceFile(path, Buffer.from(letter.repeat(300_000)));
    writing.done = true;
    await reader;
    expect([...seen]).toEqual(['300000 1']);
  });

  it('breaks a hard link instead of writing through it', async () => {
    const other = await space.put('../elsewhere/one', 'one');
    await link(other, space.at('two'));
    await replaceFile(space.at('two'), Buffer.from('two'));
    await link(other, space.at('three'));
    await appendFile(space.at('three'), Buffer.from('+'), { maxCopyBytes: 100, shown: 'three' });
    expect(await readFile(other, 'utf8')).toBe('one');
    expect(await space.read('two')).toBe('two');
    expect(await space.read('three')).toBe('one+');
    await link(other, space.at('four'));
    await expect(
      appendFile(space.at('four'), Buffer.from('+'), { maxCopyBytes: 2, shown: 'four' }),
    ).rejects.toMatchObject({
      kind: 'too_large',
    });
  });

  it('appends in place to a file with one name', async () => {
    const path = await space.put('log', 'a');
    const { ino } = await stat(path);
    await appendFile(path, Buffer.from('b'), { maxCopyBytes: 0, shown: 'log' });
    expect([await space.read('log'), (await stat(path)).ino]).toEqual(['ab', ino]);
  });

  it('replaces a link at the name by refusing it', async () => {
    const other = await space.put('../elsewhere/x', 'x');
    await symlink(other, space.at('x'));
    await expect(replaceFile(space.at('x'), Buffer.from('y'))).rejects.toMatchObject({ kind: 'not_regular' });
    await expect(appendFile(space.at('x'), Buffer.from('y'), { maxCopyBytes: 9, shown: 'x' })).rejects.toMatchObject({
      code: 'ELOOP',
    });
    await expect(createFile(space.at('x'), Buffer.from('y'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(other, 'utf8')).toBe('x');
  });

  it('refuses to replace a file that somebody changed, a directory, and what is not there', async () => {
    const path = await space.put('x', '1');
    const { stamp } = await readTextFile(path, { maxBytes: 9, shown: 'x' });
    await writeFile(path, '2');
    await expect(replaceFile(path, Buffer.from('3'), { unchangedSince: stamp })).rejects.toMatchObject({
      kind: 'stale',
    });
    expect(await space.read('x')).toBe('2');
    await mkdir(space.at('d'));
    await expect(replaceFile(space.at('d'), Buffer.from('3'))).rejects.toMatchObject({ kind: 'is_directory' });
    await expect(replaceFile(space.at('gone'), Buffer.from('3'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await readdir(space.root)).toSorted()).toEqual(['d', 'x']);
  });

  it('lets exactly one of many creators win', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => createFile(space.at('n'), Buffer.from(`text ${at}`))),
    );
    const winners = results.flatMap((result, at) => (result.status === 'fulfilled' ? [at] : []));
    expect(winners).toHaveLength(1);
    expect(await space.read('n')).toBe(`text ${winners[0]}`);
    expect(await readdir(space.root)).toEqual(['n']);
  });

  it('creates with the given permissions, else those of the process', async () => {
    await createFile(space.at('a'), Buffer.from('a'), 0o640);
    await createFile(space.at('b'), Buffer.from('b'));
    await writeFile(space.at('c'), 'c');
    expect((await stat(space.at('a'))).mode & 0o777).toBe(0o640);
    expect((await stat(space.at('b'))).mode).toBe((await stat(space.at('c'))).mode);
  });

  it('creates folders on the way and takes them back', async () => {
    await mkdir(space.at('a'));
    const created = await makeParents(space.at('a/b/c/file'));
    expect(created).toEqual([space.at('a/b'), space.at('a/b/c')]);
    await removeFolders(created);
    expect(await readdir(space.at('a'))).toEqual([]);
    await space.put('a/plain', 'x');
    await expect(createWithParents(space.at('a/new/../plain/x'), Buffer.from(''))).rejects.toThrow();
    await expect(createWithParents(space.at(`a/new/${'n'.repeat(300)}`), Buffer.from(''))).rejects.toThrow();
    expect(await readdir(space.at('a'))).toEqual(['plain']);
  });

  it('removes a name, never the target of a link', async () => {
    await space.put('t', 't');
    await symlink('t', space.at('l'));
    await removeFile(space.at('l'));
    expect(await readdir(space.root)).toEqual(['t']);
  });

  it('stays in the folder that was checked when its name is given to a link', async () => {
    await mkdir(space.at('d'));
    await mkdir(join(space.base, 'elsewhere'));
    await withPinnedFolder(space.at('d'), async (folder) => {
      await rename(space.at('d'), space.at('moved'));
      await symlink(join(space.base, 'elsewhere'), space.at('d'));
      await writeFile(folder.at('x'), 'x');
      expect(await folder.isInPlace()).toBe(false);
    });
    expect(await readdir(join(space.base, 'elsewhere'))).toEqual([]);
    expect(await space.read('moved/x')).toBe('x');
    for (const write of [createFile, replaceFile]) {
      await expect(write(space.at('d/y'), Buffer.from('y'))).rejects.toMatchObject({ kind: 'stale' });
    }
    await expect(makeParents(space.at('d/deep/y'))).rejects.toMatchObject({ kind: 'stale' });
    expect(await readdir(join(space.base, 'elsewhere'))).toEqual([]);
    expect((await lstat(space.at('d'))).isSymbolicLink()).toBe(true);
  });
});
