import { chmod, link, lstat, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockedPaths } from '../workspace/locks.js';
import { applyPatchTool } from './apply-patch.tool.js';
import { closeWorkspaces, envelope, openWorkspace } from './fixtures/patch-workspace.js';

async function modeOf(path: string): Promise<number> {
  return (await lstat(path)).mode & 0o777;
}

describe('apply_patch', () => {
  afterEach(closeWorkspaces);

  it('adds, changes, moves and deletes, and reports it', async () => {
    const ws = await openWorkspace();
    await ws.write({ 'src/a.ts': 'one\ntwo\n', 'b.txt': 'b1\nb2\nb3\n', 'c.txt': 'c\n' });
    const result = await ws.apply(
      '*** Add File: deep/er/new.md\n+# New\n+\n' +
        '*** Update File: ./src/a.ts\n@@\n-two\n+zwei\n+drei\n' +
        '*** Update File: c.txt\n*** Move to: moved/c.md\n@@\n-c\n+C\n' +
        '*** Delete File: b.txt\n',
    );
    expect(result).toEqual({
      filesChanged: 5,
      operationsApplied: 4,
      changedFiles: ['deep/er/new.md', 'src/a.ts', 'c.txt', 'moved/c.md', 'b.txt'],
      fileChanges: [
        { path: 'deep/er/new.md', operation: 'add', linesAdded: 2, linesRemoved: 0 },
        { path: 'src/a.ts', operation: 'update', linesAdded: 2, linesRemoved: 1 },
        { path: 'moved/c.md', operation: 'move', movedFrom: 'c.txt', linesAdded: 1, linesRemoved: 1 },
        { path: 'b.txt', operation: 'delete', linesAdded: 0, linesRemoved: 3 },
      ],
      summary: ['A deep/er/new.md', 'M src/a.ts', 'R c.txt -> moved/c.md', 'D b.txt'],
    });
    expect(Object.keys(await ws.snapshot())).toEqual([
      'deep',
      'deep/er',
      'deep/er/new.md',
      'moved',
      'moved/c.md',
      'src',
      'src/a.ts',
    ]);
    expect(await ws.read('deep/er/new.md')).toBe('# New\n\n');
    expect(await ws.read('src/a.ts')).toBe('one\nzwei\ndrei\n');
    expect(await ws.read('moved/c.md')).toBe('C\n');
    expect(lockedPaths()).toBe(0);
  });

  it('describes itself with an example that works', async () => {
    const { definition } = applyPatchTool;
    const [, example = ''] = /(\*\*\* Begin Patch\n.*\*\*\* End Patch\n)/s.exec(definition.description) ?? [];
    const ws = await openWorkspace();
    const source =
      'class Pump:\n    def start(self):\n        self.check()\n        self.rate = 1\n        self.run()\n';
    await ws.write({ 'src/pump.py': source, 'old/pump.cfg': '' });
    expect((await ws.applyText(example)).operationsApplied).toBe(3);
    expect(await ws.read('src/valve.py')).toBe(source.replace('1', '2'));
    expect(definition.parameters['required']).toEqual(['patch']);
    expect(definition.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  describe('later operations see earlier ones', () => {
    it.each<[string, string, Record<string, string>]>([
      [
        'two updates of one file',
        '*** Update File: a\n@@\n-1\n+x\n*** Update File: ./d/../a\n@@\n x\n-2\n+y\n',
        { a: 'x\ny\n' },
      ],
      ['delete, then add', '*** Delete File: a\n*** Add File: a\n+new\n', { a: 'new\n' }],
      ['add, then update', '*** Add File: n\n+p\n+q\n*** Update File: n\n@@\n-p\n+P\n', { a: '1\n2\n', n: 'P\nq\n' }],
      ['add, then move', '*** Add File: t/n\n+p\n*** Update File: t/n\n*** Move to: m\n', { a: '1\n2\n', m: 'p\n' }],
      ['add, then delete', '*** Add File: t/n\n+p\n*** Delete File: t/n\n', { a: '1\n2\n' }],
      ['move, then add', '*** Update File: a\n*** Move to: b\n*** Add File: a\n+new\n', { a: 'new\n', b: '1\n2\n' }],
      ['move, then update', '*** Update File: a\n*** Move to: b\n*** Update File: b\n@@\n-2\n+z\n', { b: '1\nz\n' }],
      [
        'a file gives way to a folder',
        '*** Update File: a\n*** Move to: b/c\n@@\n-1\n+x\n*** Add File: a/in/ner\n+y\n',
        { 'a/in/ner': 'y\n', 'b/c': 'x\n2\n' },
      ],
    ])('%s', async (_, sections, files) => {
      const ws = await openWorkspace();
      await ws.write({ a: '1\n2\n' });
      await ws.apply(sections);
      const snapshot = await ws.snapshot();
      const found = Object.keys(snapshot).filter((path) => snapshot[path]?.startsWith('file'));
      expect(found).toEqual(Object.keys(files));
      for (const [path, content] of Object.entries(files)) expect(await ws.read(path)).toBe(content);
      expect(Object.keys(snapshot)).not.toContain('t');
    });

    it('two files change places', async () => {
      const ws = await openWorkspace();
      await ws.write({ a: 'A\n', b: 'B\n' });
      await ws.apply(
        '*** Update File: a\n*** Move to: t\n*** Update File: b\n*** Move to: a\n*** Update File: t\n*** Move to: b\n@@\n-A\n+AA\n',
      );
      expect([await ws.read('a'), await ws.read('b')]).toEqual(['B\n', 'AA\n']);
      expect(await readdir(ws.root)).toEqual(['a', 'b']);
    });

    it.each([
      ['an update after a delete', '*** Delete File: a\n*** Update File: a\n@@\n-1\n+x\n', 'not_found'],
      ['a second delete', '*** Delete File: a\n*** Delete File: a\n', 'not_found'],
      ['an update after a move', '*** Update File: a\n*** Move to: b\n*** Update File: a\n@@\n-1\n+x\n', 'not_found'],
      ['a second add', '*** Add File: n\n+1\n*** Add File: n\n+2\n', 'already_exists'],
      ['an add below a new file', '*** Add File: n\n+1\n*** Add File: n/m\n+2\n', 'validation'],
      ['an add above a new file', '*** Add File: n/m\n+1\n*** Add File: n\n+2\n', 'is_directory'],
      ['an add where a folder stays', '*** Delete File: d/f\n*** Add File: d\n+1\n', 'is_directory'],
      [
        'an add below a file that was put back',
        '*** Delete File: a\n*** Add File: a\n+1\n*** Add File: a/b\n+1\n',
        'validation',
      ],
    ])('refuses %s', async (_, sections, kind) => {
      const ws = await openWorkspace();
      await ws.write({ a: '1\n2\n', 'd/f': 'f\n' });
      const before = await ws.snapshot();
      expect((await ws.fail(sections)).kind).toBe(kind);
      expect(await ws.snapshot()).toEqual(before);
    });

    it('tells that line numbers are those of the changed text', async () => {
      const ws = await openWorkspace();
      await ws.write({ a: '1\n' });
      const { message } = await ws.fail('*** Update File: a\n@@\n-1\n+2\n*** Update File: a\n@@\n-1\n+3\n');
      expect(message).toContain('a (as earlier sections of this patch leave it), hunk 1 (patch line 7)');
    });
  });

  describe('what a file keeps', () => {
    it('is its byte order mark, on update and on move', async () => {
      const ws = await openWorkspace();
      await ws.write({ a: '\ufeffx\r\ny\r\n', b: '\ufeff' });
      await ws.apply('*** Update File: a\n@@\n-x\n+z\n*** Update File: b\n*** Move to: c\n@@\n+first\n');
      expect([await ws.read('a'), await ws.read('c')]).toEqual(['\ufeffz\r\ny\r\n', '\ufefffirst\n']);
    });

    it('is its mode, on update and on move, and not when it is deleted and added', async () => {
      const ws = await openWorkspace();
      await ws.write({ a: '1\n', b: '1\n', c: '1\n', d: '1\n', plain: '' });
      for (const name of ['a', 'b', 'c', 'd']) await chmod(ws.at(name), 0o751);
      await ws.apply(
        '*** Update File: a\n@@\n-1\n+2\n*** Update File: b\n*** Move to: x/b\n@@\n-1\n+2\n' +
          '*** Update File: c\n*** Move to: x/c\n*** Delete File: d\n*** Add File: d\n+1\n*** Add File: e\n+\n',
      );
      expect([await modeOf(ws.at('a')), await modeOf(ws.at('x/b')), await modeOf(ws.at('x/c'))]).toEqual([
        0o751, 0o751, 0o751,
      ]);
      const plain = await modeOf(ws.at('plain'));
      expect([await modeOf(ws.at('d')), await modeOf(ws.at('e'))]).toEqual([plain, plain]);
    });

    it('is every byte when it only moves, of any kind and size', async () => {
      const ws = await openWorkspace({ maxEditBytes: 10 });
      const bytes = Buffer.from([0, 255, 10, 13, 0, 254, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      await ws.write({ 'logo.bin': bytes });
      await ws.apply('*** Update File: logo.bin\n*** Move to: img/logo.bin\n');
      expect(Buffer.from(await ws.read('img/logo.bin'))).toEqual(Buffer.from(bytes.toString('utf8')));
      expect(Object.keys(await ws.snapshot())).toEqual(['img', 'img/logo.bin']);
    });
  });

  it.each([
    ['the same path', 'd/a'],
    ['another spelling', './d/../d/a'],
    ['another name of the same file', 'd/b'],
  ])('treats a move to %s as an update', async (_, destination) => {
    const ws = await openWorkspace();
    await ws.write({ 'd/a': '1\n' });
    if (destination === 'd/b') await link(ws.at('d/a'), ws.at('d/b'));
    const result = await ws.apply(`*** Update File: d/a\n*** Move to: ${destination}\n@@\n-1\n+2\n`);
    expect(result.summary).toEqual(['M d/a']);
    expect(await ws.read('d/a')).toBe('2\n');
  });

  it('breaks a hard link instead of writing through it', async () => {
    const ws = await openWorkspace();
    await ws.write({ a: '1\n' });
    await link(ws.at('a'), join(ws.root, '..', 'other'));
    await ws.apply('*** Update File: a\n@@\n-1\n+2\n');
    expect([await ws.read('a'), await ws.read('../other')]).toEqual(['2\n', '1\n']);
  });

  it('succeeds where nothing changes, leaves the file alone and says so', async () => {
    const ws = await openWorkspace();
    await ws.write({ a: '1\n' });
    const { ino } = await lstat(ws.at('a'));
    const result = await ws.apply('*** Update File: a\n@@\n-1\n+1\n');
    expect(result).toMatchObject({ filesChanged: 0, operationsApplied: 1, changedFiles: [], summary: ['M a'] });
    expect(result.notes).toEqual(['a: the hunks change nothing.', expect.stringContaining('Nothing was changed')]);
    expect((await lstat(ws.at('a'))).ino).toBe(ino);
  });

  it('takes names that objects have already', async () => {
    const ws = await openWorkspace();
    await ws.write({ constructor: 'a\n' });
    await ws.apply(
      '*** Update File: constructor\n@@\n-a\n+b\n*** Add File: __proto__\n+p\n*** Add File: toString/valueOf\n+v\n',
    );
    expect(await readdir(ws.root)).toEqual(['__proto__', 'constructor', 'toString']);
  });

  it('does not lose one of many patches to the same file', async () => {
    const ws = await openWorkspace();
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at} = 0\n`);
    await ws.write({ f: lines.join('') });
    await Promise.all(
      lines.map((_, at) =>
        ws.apply(`*** Update File: f\n@@\n-line ${at} = 0\n+line ${at} = 1\n*** Add File: n${at}\n+x\n`),
      ),
    );
    expect(await ws.read('f')).toBe(lines.join('').replaceAll('= 0', '= 1'));
    expect(await readdir(ws.root)).toHaveLength(21);
  });

  it('lets exactly one of many patches create a file', async () => {
    const ws = await openWorkspace();
    const tries = Array.from({ length: 8 }, (_, at) => ws.apply(`*** Add File: new/f\n+${at}\n`).then(() => at));
    const outcomes = await Promise.allSettled(tries);
    const [winner] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ws.read('new/f')).toBe(`${winner}\n`);
  });

  it('leaves no helper files behind', async () => {
    const ws = await openWorkspace();
    await writeFile(ws.at('a'), '1\n');
    await ws.applyText(envelope('*** Update File: a\n@@\n-1\n+2\n'));
    await ws.fail('*** Delete File: a\n*** Add File: ../x\n+1\n');
    expect(await readdir(ws.root)).toEqual(['a']);
  });
});
