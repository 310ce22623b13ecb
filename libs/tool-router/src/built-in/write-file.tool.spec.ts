import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, symlink, chmod } from 'node:fs/promises';
import * as fc from 'fast-check';
import { invocation, TempWorkspace, type Answer } from './fixtures/temp-workspace.js';
import { writeFileTool } from './write-file.tool.js';

describe('write_file', () => {
  let space: TempWorkspace;

  beforeEach(async () => {
    space = await TempWorkspace.create();
  });

  afterEach(() => space.remove());

  const write = (args: object, limits = {}): Promise<Answer> =>
    space.call(writeFileTool, { path: 'f', ...args }, limits);

  it('writes and appends exactly the bytes that were sent', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((sent) => sent.isWellFormed());
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { maxLength: 3 }), async (first, more) => {
        expect((await write({ content: first })).result['bytesWritten']).toBe(Buffer.byteLength(first));
        for (const content of more) await write({ content, mode: 'append' });
        expect((await readFile(space.at('f'))).equals(Buffer.from([first, ...more].join('')))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('tells what it did', async () => {
    expect((await write({ content: 'a\nb' })).result).toEqual({
      path: 'f',
      mode: 'overwrite',
      created: true,
      overwritten: false,
      appended: false,
      bytesWritten: 3,
      lines: 2,
    });
    expect((await write({ content: '' })).result).toMatchObject({
      created: false,
      overwritten: true,
      bytesWritten: 0,
      lines: 0,
    });
    expect((await write({ content: 'ü\n', mode: 'append' })).result).toMatchObject({
      appended: true,
      created: false,
      bytesWritten: 3,
    });
    expect((await write({ content: 'x', mode: 'append', path: 'new/g' })).result).toMatchObject({
      path: 'new/g',
      created: true,
    });
  });

  it('creates only what is not there', async () => {
    await space.put('f', 'mine');
    expect((await write({ content: 'x', mode: 'create' })).kind).toBe('already_exists');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => write({ path: 'g', content: `${at}`, mode: 'create' })),
    );
    const winner = answers.findIndex(({ ok }) => ok);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ kind }) => kind === 'already_exists')).toHaveLength(7);
    expect([await space.read('f'), await space.read('g')]).toEqual(['mine', `${winner}`]);
  });

  it('loses no append among parallel ones', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => write({ path: at % 2 ? 'f' : './f', content: `${at}\n`, mode: 'append' })),
    );
    const lines = (await space.read('f')).trimEnd().split('\n').map(Number);
    expect(lines.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at));
  });

  it.each([
    [{ content: { a: 1 } }, 'content'],
    [{ content: null }, 'content'],
    [{}, 'content'],
    [{ content: 'half \udc00' }, 'content'],
    [{ content: 'x', mode: 'replace' }, 'mode must be one of create, overwrite, append'],
    [{ content: 'x', path: '  ' }, 'path'],
  ])('refuses %j and leaves the file', async (args, mention) => {
    await space.put('f', 'keep');
    expect(await write(args)).toMatchObject({ kind: 'validation', message: expect.stringContaining(mention) });
    expect(await space.read('f')).toBe('keep');
  });

  it('refuses targets that are no file, and creates nothing on the way', async () => {
    await space.put('plain', 'x');
    await mkdir(space.at('folder'));
    execFileSync('mkfifo', [space.at('queue')]);
    expect(await write({ path: 'plain/sub/x', content: 'x' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('plain'),
    });
    for (const mode of ['create', 'overwrite', 'append']) {
      expect(await write({ path: 'folder', content: 'x', mode })).toMatchObject({ kind: 'is_directory' });
      expect(await write({ path: 'queue', content: 'x', mode })).toMatchObject({ kind: 'not_regular' });
    }
    expect(await write({ path: `a/b/${'n'.repeat(256)}`, content: 'x' })).toMatchObject({ kind: 'validation' });
    expect(await write({ content: 'x'.repeat(11), path: 'c/d' }, { maxWriteBytes: 10 })).toMatchObject({
      kind: 'too_large',
      message: expect.stringContaining('11 bytes; the limit is 10'),
    });
    expect((await readdir(space.root)).toSorted()).toEqual(['folder', 'plain', 'queue']);
  });

  it('keeps permissions and links', async () => {
    await space.put('real.sh', 'old');
    await chmod(space.at('real.sh'), 0o755);
    await symlink('real.sh', space.at('f'));
    expect((await write({ content: 'new' })).result['path']).toBe('f');
    expect([await space.read('real.sh'), (await stat(space.at('real.sh'))).mode & 0o777]).toEqual(['new', 0o755]);
  });

  it('writes nothing once the call is cancelled', async () => {
    await space.put('f', 'keep');
    const call = { context: space.context(), invocation: invocation(AbortSignal.abort()) };
    for (const mode of ['overwrite', 'append']) {
      await expect(writeFileTool.run({ path: 'f', content: 'x', mode }, call)).rejects.toMatchObject({
        kind: 'cancelled',
      });
    }
    expect(await space.read('f')).toBe('keep');
  });

  it('says what changes beside the text', async () => {
    await space.put('f', '\ufeffa\r\nb\r\n');
    expect((await write({ content: 'a\n' })).result['note']).toBe(
      'The file had CRLF line endings; it now has LF line endings, as sent. The file had a byte order mark; it has none now.',
    );
    expect((await write({ content: 'b', mode: 'append' })).result).not.toHaveProperty('note');
    expect((await write({ content: 'c\r\n', mode: 'append' })).result['note']).toBe(
      'The file had LF line endings; the appended text has CRLF line endings, as sent. The file did not end with a newline, so the appended text continues its last line.',
    );
    await space.put('f', Buffer.from('\ufeffa', 'utf16le'));
    expect((await write({ content: 'c', mode: 'append' })).kind).toBe('not_utf8');
    expect((await write({ content: 'c' })).result['note']).toBe('The file was encoded in utf-16le; it is UTF-8 now.');
  });
});
