import { chmod, lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspectDisk } from './disk-entry.js';
import { withPinnedFolder } from '../workspace/pinned-folder.js';
import { backUpFile, createFromBackup } from './file-backup.js';
import { closeWorkspaces, openWorkspace } from './fixtures/patch-workspace.js';

describe('backUpFile', () => {
  afterEach(closeWorkspaces);

  it('restores a file that was removed, replaced or left alone', async () => {
    const ws = await openWorkspace();
    for (const disturb of [
      () => rm(ws.at('a')),
      () => rm(ws.at('a')).then(() => writeFile(ws.at('a'), 'other\n')),
      () => Promise.resolve(),
    ]) {
      await ws.write({ a: '1\n' });
      const before = await ws.snapshot();
      await withPinnedFolder(ws.root, async (folder) => {
        const backup = await backUpFile(ws.at('a'), await inspectDisk(ws.at('a')), folder);
        await disturb();
        await backup.restore();
      });
      expect(await ws.snapshot()).toEqual(before);
    }
  });

  it('leaves nothing when it is discarded, also twice', async () => {
    const ws = await openWorkspace();
    await ws.write({ a: '1\n' });
    const before = await ws.snapshot();
    await withPinnedFolder(ws.root, async (folder) => {
      const backup = await backUpFile(ws.at('a'), await inspectDisk(ws.at('a')), folder);
      await backup.discard();
      await backup.discard();
    });
    expect(await ws.snapshot()).toEqual(before);
  });
});

describe('createFromBackup', () => {
  afterEach(closeWorkspaces);

  it('never writes over a file', async () => {
    const ws = await openWorkspace();
    await ws.write({ a: '1\n', b: '2\n' });
    await expect(createFromBackup(ws.at('b'), ws.at('a'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await ws.read('b')).toBe('2\n');
  });

  it.runIf(existsSync('/dev/shm'))('copies bytes and mode from another device', async () => {
    const ws = await openWorkspace();
    const folder = await mkdtemp('/dev/shm/apply-patch-');
    try {
      await writeFile(join(folder, 'a'), '1\n');
      await chmod(join(folder, 'a'), 0o754);
      await createFromBackup(ws.at('b'), join(folder, 'a'));
      expect(await readFile(ws.at('b'), 'utf8')).toBe('1\n');
      expect((await lstat(ws.at('b'))).mode & 0o777).toBe(0o754);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
