import { lstat, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { closeWorkspaces, openWorkspace } from './fixtures/patch-workspace.js';

describe('apply_patch', () => {
  afterEach(closeWorkspaces);

  describe('links', () => {
    it('stay when the file behind them is updated', async () => {
      const ws = await openWorkspace();
      await ws.write({ 'real/a': '1\n' });
      await symlink('real/a', ws.at('l'));
      await ws.apply('*** Update File: l\n@@\n-1\n+2\n*** Update File: real/a\n@@\n-2\n+3\n');
      expect(await ws.read('real/a')).toBe('3\n');
      expect((await lstat(ws.at('l'))).isSymbolicLink()).toBe(true);
    });

    it('go alone when they are deleted, and their place is free then', async () => {
      const ws = await openWorkspace();
      await ws.write({ a: '1\n', b: '2\n' });
      await symlink('a', ws.at('l'));
      await symlink('b', ws.at('m'));
      const result = await ws.apply('*** Delete File: l\n*** Delete File: m\n*** Add File: m\n+new\n');
      expect(result.notes?.[0]).toContain('its target is not');
      expect(await readdir(ws.root)).toEqual(['a', 'b', 'm']);
      expect([await ws.read('a'), await ws.read('b'), await ws.read('m')]).toEqual(['1\n', '2\n', 'new\n']);
    });

    it('do not move, and are not written over', async () => {
      const ws = await openWorkspace();
      await ws.write({ a: '1\n' });
      await symlink('a', ws.at('l'));
      await symlink('.', ws.at('here'));
      const before = await ws.snapshot();
      expect((await ws.fail('*** Update File: l\n*** Move to: x\n@@\n-1\n+2\n')).kind).toBe('not_regular');
      expect((await ws.fail('*** Add File: l\n+1\n')).kind).toBe('already_exists');
      expect((await ws.fail('*** Delete File: here\n')).kind).toBe('is_directory');
      expect(await ws.snapshot()).toEqual(before);
    });

    it('that lead out of the workspace and back are not deleted', async () => {
      const ws = await openWorkspace();
      await ws.write({ a: '1\n' });
      await mkdir(join(ws.root, '../side'));
      await symlink(ws.at('a'), join(ws.root, '../side/back'));
      await symlink('../side', ws.at('out'));
      expect((await ws.fail('*** Delete File: out/back\n')).kind).toBe('outside');
      expect(await readdir(join(ws.root, '../side'))).toEqual(['back']);
    });
  });
});
