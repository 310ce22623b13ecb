import { chmod, lstat, stat, symlink, truncate } from 'node:fs/promises';
import * as fc from 'fast-check';
import { editTool } from './edit.tool.js';
import { closestText } from './edit/closest-text.js';
import { TempWorkspace, type Answer } from './fixtures/temp-workspace.js';

describe('edit', () => {
  let space: TempWorkspace;

  beforeAll(async () => {
    space = await TempWorkspace.create();
  });

  afterAll(() => space.remove());

  const edit = (old_string: unknown, new_string: unknown, more = {}): Promise<Answer> =>
    space.call(editTool, { path: 'f', old_string, new_string, ...more } as never);

  /** The text after an edit of `before`, or the kind of the failure. */
  async function after(before: string, old: string, replacement: string, more = {}): Promise<string> {
    await space.put('f', before);
    const answer = await edit(old, replacement, more);
    return answer.ok ? space.read('f') : `refused: ${answer.kind}`;
  }

  it('changes nothing outside the match', async () => {
    const piece = fc.string({
      unit: fc.constantFrom('a', 'b', '\n', '\r\n', '$', '&', '語', '\t', '\ufeff'),
      maxLength: 15,
    });
    await fc.assert(
      fc.asyncProperty(piece, piece, piece, async (before, inserted, behind) => {
        fc.pre(!inserted.includes('\r') && !inserted.includes('\n'));
        const text = `${before}<old>${behind}`;
        fc.pre(inserted !== '<old>');
        expect(await after(text, '<old>', inserted)).toBe(before + inserted + behind);
      }),
      { numRuns: 40 },
    );
  });

  it('takes LF for CRLF and writes the style of the place', async () => {
    expect(await after('if\r\n  go;\r\nfi\r\n', 'if\n  go;', 'if\n  stay;\n  go;')).toBe(
      'if\r\n  stay;\r\n  go;\r\nfi\r\n',
    );
    expect(await after('x\r\ny\r\n', 'y', 'y1\ny2')).toBe('x\r\ny1\r\ny2\r\n');
    expect(await after('x\ny\n', 'y', 'y1\ny2')).toBe('x\ny1\ny2\n');
    expect(await after('x\r\ny\r\n', 'x\r\ny', 'p\r\nq')).toBe('p\r\nq\r\n');
    expect(await after('x\r\ny\r\n', 'x\r\ny', 'p\nq')).toBe('p\nq\r\n');
    expect(await after('x\ny\n', 'x\r\ny', 'p\r\nq')).toBe('p\nq\n');
    expect(await after('x\r\ny\r\n', '\ny', '')).toBe('x\r\n');
    expect(await after('x\r\ny', 'x\ny', 'x\r\ny')).toBe('refused: no_change');
  });

  it('keeps every other ending of a mixed file', async () => {
    expect(await after('1\r\n2\n3\r\n4\n', '2\n3', 'II\nIII')).toBe('1\r\nII\nIII\r\n4\n');
    expect(await after('1\r\n2\n3\r\n4\n', '3\n4', 'III\nIV')).toBe('1\r\n2\nIII\r\nIV\n');
    expect(await after('a\nb\n-\r\na\r\nb\r\n', 'a\nb', 'c\nd', { replaceAll: true })).toBe('c\nd\n-\r\nc\r\nd\r\n');
    expect(await after('a\rb\rc', 'a\rb', 'x', { replaceAll: true })).toBe('x\rc');
  });

  it('keeps the byte order mark, once, with or without it in old_string', async () => {
    expect(await after('\ufeffalpha\nbeta\n', 'alpha', 'gamma')).toBe('\ufeffgamma\nbeta\n');
    expect(await after('\ufeffalpha\nbeta\n', '\ufeffalpha', '\ufeffgamma')).toBe('\ufeffgamma\nbeta\n');
    expect(await after('a\ufeffb', '\ufeffb', 'c')).toBe('ac');
  });

  it('adds and removes the final newline as told', async () => {
    expect(await after('end\n', 'end\n', 'fin')).toBe('fin');
    expect(await after('end', 'end', 'fin\n')).toBe('fin\n');
  });

  it('answers with the place and a snippet', async () => {
    await space.put('f', Array.from({ length: 20 }, (_, at) => `l${at + 1}`).join('\n'));
    expect((await edit('l10\nl11', 'new\nlines\nhere')).result).toEqual({
      path: 'f',
      replacements: 1,
      firstLine: 10,
      snippet: '7\tl7\n8\tl8\n9\tl9\n10\tnew\n11\tlines\n12\there\n13\tl12\n14\tl13\n15\tl14',
    });
    await space.put('f', '\nx\n');
    expect((await edit('x', 'y')).result).toMatchObject({ firstLine: 2, snippet: '1\t\n2\ty' });
    expect((await edit('y', 'z'.repeat(500))).result['snippet']).toBe(`1\t\n2\t${'z'.repeat(200)}…`);
  });

  it.each([
    ['', 'x', 'validation', 'write_file'],
    ['a', 'a', 'no_change', 'equal'],
    [null, 'x', 'validation', 'old_string'],
    ['a', undefined, 'validation', 'new_string'],
    ['a', ['x'], 'validation', 'new_string'],
    ['a', '\ud800', 'validation', 'new_string'],
    ['\ud83c', 'x', 'validation', 'old_string'],
  ])('refuses %j to %j', async (old, replacement, kind, mention) => {
    await space.put('f', 'a b a \ud83c\udf0a\n');
    expect(await edit(old, replacement)).toMatchObject({ kind, message: expect.stringContaining(mention) });
    expect(await edit(old, replacement, { replaceAll: true })).toMatchObject({ kind });
    expect(await space.read('f')).toBe('a b a \ud83c\udf0a\n');
  });

  it('counts and places what is ambiguous', async () => {
    await space.put('f', 'x = 1\ny\nx = 1\nx = 1\n');
    expect(await edit('x = 1', 'x = 2')).toMatchObject({
      kind: 'ambiguous',
      message: expect.stringContaining('3 times in f (lines 1, 3, 4)'),
    });
    expect((await edit('x = 1', 'x = 2', { replaceAll: true })).result['replacements']).toBe(3);
  });

  it('explains what was not found', () => {
    const file = 'def run():\n\treturn "go"\n\n  Total: 5 – 3\nresult = compute_all(items)\n';
    expect(closestText(file, 'def run():\n    return "go"')).toMatchObject({
      line: 1,
      why: expect.stringContaining('blanks'),
    });
    expect(closestText(file, 'RETURN "go"')).toMatchObject({ line: 2, why: expect.stringContaining('case') });
    expect(closestText(file, 'Total: 5 - 3')).toMatchObject({ line: 4, why: expect.stringContaining('look-alike') });
    expect(closestText(file, 'return \u201cgo\u201d')).toMatchObject({
      line: 2,
      why: expect.stringContaining('look-alike'),
    });
    expect(closestText(file, '1\tdef run():\n2\t\treturn "go"')).toMatchObject({
      line: 1,
      why: expect.stringContaining('line numbers'),
    });
    expect(closestText(file, 'def run():\\n\\treturn')).toMatchObject({
      line: 1,
      why: expect.stringContaining('two characters'),
    });
    expect(closestText(file, 'result = compute_some(items)')).toMatchObject({
      line: 5,
      why: expect.stringContaining('compute_all'),
    });
    expect(closestText(file, 'zzzzzz')).toBeUndefined();
  });

  it('never changes anything that is only similar', async () => {
    const before = 'open {\n\tport = 1\n}\n';
    expect(await after(before, 'open {\n    port = 1\n}', 'x')).toBe('refused: not_found');
    expect(await after(before, 'open {\n\tport = 2\n\thost = 3\n}', 'x')).toBe('refused: not_found');
    expect(await after(before, 'Open', 'x')).toBe('refused: not_found');
    expect(await space.read('f')).toBe(before);
  });

  it('loses no edit among parallel ones, and works on what is on the disk', async () => {
    await space.put('f', Array.from({ length: 30 }, (_, at) => `<${at}>`).join('\n'));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => edit(`<${at}>`, `[${at}]`, { path: at % 2 ? 'f' : space.at('f') })),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await space.read('f')).toBe(Array.from({ length: 30 }, (_, at) => `[${at}]`).join('\n'));
    await space.put('f', 'changed elsewhere');
    expect((await edit('[3]', 'x')).kind).toBe('not_found');
  });

  it('keeps links and permissions, and refuses what is no text', async () => {
    await space.put('target', 'a');
    await chmod(space.at('target'), 0o640);
    await symlink('target', space.at('link'));
    expect((await edit('a', 'b', { path: 'link' })).ok).toBe(true);
    expect((await lstat(space.at('link'))).isSymbolicLink()).toBe(true);
    expect([await space.read('target'), (await stat(space.at('target'))).mode & 0o777]).toEqual(['b', 0o640]);
    await space.put('f', Buffer.from('na\xefve', 'latin1'));
    expect((await edit('na', 'x')).kind).toBe('not_utf8');
    await space.put('f', 'a\0b');
    expect((await edit('a', 'x')).kind).toBe('binary');
    await truncate(space.at('f'), 3 * 2 ** 30);
    expect((await edit('a', 'x')).kind).toBe('too_large');
    await space.put('src/server.ts', '');
    expect(await edit('a', 'x', { path: 'src/sever.ts' })).toMatchObject({
      kind: 'not_found',
      message: 'src/sever.ts does not exist. Names like it: src/server.ts.',
    });
    await space.put('f', 'a'.repeat(1000));
    const grown = { path: 'f', old_string: 'a', new_string: 'b'.repeat(100), replaceAll: true };
    expect((await space.call(editTool, grown, { maxEditBytes: 5000 })).kind).toBe('too_large');
  });
});
