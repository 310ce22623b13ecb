import { readdir } from 'node:fs/promises';
import { closeWorkspaces, openWorkspace } from './fixtures/patch-workspace.js';

describe('apply_patch', () => {
  afterEach(closeWorkspaces);

  describe('refuses and leaves everything as it was', () => {
    it.each([
      ['an add over a file', '*** Add File: a\n+x\n', 'already_exists', 'a exists already'],
      ['an add over a folder', '*** Add File: d\n+x\n', 'is_directory', 'd is a directory'],
      ['a move onto a file', '*** Update File: a\n*** Move to: d/f\n@@\n-1\n+2\n', 'already_exists', 'd/f'],
      ['a move onto a folder', '*** Update File: a\n*** Move to: d\n', 'is_directory', 'd is a directory'],
      ['a delete of nothing', '*** Delete File: nope\n', 'not_found', 'nope does not exist'],
      ['a delete of a folder', '*** Delete File: d\n', 'is_directory', 'd is a directory'],
      ['an update of nothing', '*** Update File: nope\n@@\n-1\n+2\n', 'not_found', 'nope'],
      ['an update of a folder', '*** Update File: d\n@@\n-1\n+2\n', 'is_directory', 'd'],
      ['a move of nothing', '*** Update File: nope\n*** Move to: x\n', 'not_found', 'nope'],
      ['a hunk that does not match', '*** Update File: a\n@@\n-9\n+2\n', 'context_not_found', 'a, hunk 1'],
      ['an update of Latin-1 text', '*** Update File: latin\n@@\n-x\n+y\n', 'not_utf8', 'latin'],
      ['an update of a binary file', '*** Update File: nul\n@@\n-x\n+y\n', 'binary', 'nul'],
      ['a path below a file', '*** Add File: a/b\n+x\n', 'validation', 'a/b'],
      ['a path out of the workspace', '*** Add File: ../x\n+x\n', 'outside', '../x'],
      ['a move out of the workspace', '*** Update File: a\n*** Move to: /etc/x\n', 'outside', '/etc/x'],
      ['a protected folder', '*** Add File: .GIT/hooks/x\n+x\n', 'sensitive', '.GIT'],
      [
        'a protected folder below a file that goes',
        '*** Delete File: a\n*** Add File: a/.git/x\n+x\n',
        'sensitive',
        'a/.git',
      ],
    ])('%s', async (_, sections, kind, mention) => {
      const ws = await openWorkspace();
      await ws.write({ a: '1\n', 'd/f': 'f\n', latin: Buffer.from('x\ncaf\xe9\n', 'latin1'), nul: 'x\n\0\n' });
      const before = await ws.snapshot();
      const failure = await ws.fail(`*** Add File: early/one\n+1\n*** Update File: d/f\n@@\n-f\n+F\n${sections}`);
      expect(failure.kind).toBe(kind);
      expect(failure.message).toContain(mention);
      expect(failure.message).toContain('Nothing was changed.');
      expect(failure.message).not.toContain(ws.root);
      expect(await ws.snapshot()).toEqual(before);
    });

    it.each([[undefined], [null], [7], [{}], [['*** Begin Patch']], [''], ['  \n'], ['\ud800']])(
      'the argument %j',
      async (patch) => {
        const ws = await openWorkspace();
        expect((await ws.failText(patch)).kind).toBe('validation');
      },
    );

    it('a patch, a file or a number of operations over its limit', async () => {
      const ws = await openWorkspace({ maxPatchBytes: 200, maxPatchOperations: 2, maxEditBytes: 20 });
      await ws.write({ big: `${'x'.repeat(30)}\n` });
      expect((await ws.fail(`*** Add File: a\n+${'é'.repeat(80)}\n`)).kind).toBe('too_large');
      expect((await ws.fail('*** Add File: a\n+\n*** Add File: b\n+\n*** Add File: c\n+\n')).kind).toBe('limit');
      expect((await ws.fail('*** Update File: big\n@@\n+y\n')).kind).toBe('too_large');
      expect((await ws.fail(`*** Add File: s\n+s\n*** Update File: s\n@@\n+${'y'.repeat(30)}\n`)).kind).toBe(
        'too_large',
      );
      const result = await ws.apply('*** Delete File: big\n');
      expect(result.notes).toEqual([expect.stringContaining('too large')]);
    });

    it('updates of more text together than one patch may hold', async () => {
      const ws = await openWorkspace({ maxPatchedBytes: 30, maxEditBytes: 20 });
      await ws.write({ a: `${'a'.repeat(14)}\n`, b: `${'b'.repeat(14)}\n`, c: 'c\n', huge: 'h'.repeat(40) });
      const edit = (path: string): string => `*** Update File: ${path}\n@@\n+x\n`;
      const failure = await ws.fail(edit('a') + edit('b') + edit('c'));
      expect(failure).toMatchObject({ kind: 'too_large', hint: 'Split it: fewer updates per patch.' });
      expect(failure.message).toBe(
        'The files that this patch updates have more than 30 bytes together; c is the first one too many. Nothing was changed.',
      );
      expect((await ws.fail(edit('a') + edit('a'))).message).toContain('more than 30 bytes together');
      expect((await ws.fail(edit('huge'))).message).toContain('huge has 40 bytes');
      await ws.apply(`${edit('a')}*** Update File: b\n*** Move to: d\n*** Delete File: huge\n${edit('c')}`);
      expect(await ws.read('c')).toBe('c\nx\n');
    });

    it('a cancelled call', async () => {
      const controller = new AbortController();
      const ws = await openWorkspace({}, controller.signal);
      controller.abort();
      expect((await ws.fail('*** Add File: a\n+1\n')).kind).toBe('cancelled');
      expect(await readdir(ws.root)).toEqual([]);
    });
  });
});
