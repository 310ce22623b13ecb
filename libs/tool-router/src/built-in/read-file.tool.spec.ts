import { execFileSync } from 'node:child_process';
import { open, truncate } from 'node:fs/promises';
import * as fc from 'fast-check';
import { completeContext } from './default-context.js';
import { invocation, TempWorkspace, type Answer } from './fixtures/temp-workspace.js';
import { readFileTool } from './read-file.tool.js';
import { Utf8Check } from './read-file/utf8-check.js';

describe('read_file', () => {
  let space: TempWorkspace;

  beforeAll(async () => {
    space = await TempWorkspace.create();
  });

  afterAll(() => space.remove());

  const read = (args: object, limits = {}): Promise<Answer> => space.call(readFileTool, { path: 'f', ...args }, limits);

  /** Reads on from where each answer ends until nothing is left, and joins what came. */
  async function readOn(first: object, limits: object): Promise<{ text: string; calls: number }> {
    let text = '';
    let calls = 0;
    for (let position: object | undefined = {}; position !== undefined; calls++) {
      const { ok, result } = await read({ ...first, ...position }, limits);
      expect(ok).toBe(true);
      text += result['content'] as string;
      const { nextStartLine, nextStartColumn } = result;
      position =
        nextStartLine === undefined
          ? undefined
          : { startLine: nextStartLine, ...(nextStartColumn ? { startColumn: nextStartColumn } : {}) };
    }
    return { text, calls };
  }

  it('in pieces joins to the file, whatever the limits', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '語', '🌊', '\t', '\r', '\u2028', '"'), maxLength: 30 });
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\n\n')), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        text,
        line,
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (lines, tail, maxChars, maxReadLines) => {
          const content = lines.flat().join('') + tail;
          await space.put('f', content);
          const { text: joined } = await readOn({ maxChars }, { maxReadLines });
          expect(joined).toBe(content.replaceAll('\r\n', '\n'));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('in pieces keeps to the limits and names true ranges', async () => {
    const lines = Array.from({ length: 700 }, (_, at) => `line ${at + 1} ${'x'.repeat(at % 37)}`);
    await space.put('f', lines.join('\n'));
    const { result } = await read({ startLine: 200, maxChars: 999 });
    const endLine = result['endLine'] as number;
    expect(result['content']).toBe(`${lines.slice(199, endLine).join('\n')}\n`);
    expect((result['content'] as string).length).toBeLessThanOrEqual(999);
    expect(result).toMatchObject({ startLine: 200, totalLines: 700, truncated: true, nextStartLine: endLine + 1 });
    expect((await readOn({ maxChars: 333 }, {})).text).toBe(lines.join('\n'));
    expect((await read({}, { maxReadLines: 50 })).result).toMatchObject({
      endLine: 50,
      truncated: true,
      nextStartLine: 51,
    });
  });

  it('gives exactly the lines that were asked for', async () => {
    await space.put('f', 'one\r\ntwo\r\n\r\nfour');
    expect((await read({ startLine: 2, endLine: 3 })).result).toEqual({
      path: 'f',
      content: 'two\n\n',
      startLine: 2,
      endLine: 3,
      totalLines: 4,
      truncated: false,
      encoding: 'utf-8',
      lineEnding: 'crlf',
    });
    expect((await read({ startLine: 4, endLine: 90 })).result).toMatchObject({
      content: 'four',
      endLine: 4,
      truncated: false,
    });
    expect((await read({ startLine: '2', endLine: '2' })).result).toMatchObject({ content: 'two\n' });
  });

  it('tells an empty file from a start past the end', async () => {
    await space.put('f', '');
    expect((await read({})).result).toMatchObject({
      content: '',
      startLine: 1,
      endLine: 0,
      totalLines: 0,
      truncated: false,
      note: 'The file exists and is empty (0 lines).',
    });
    expect(await read({ startLine: 2 })).toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('has 0 lines'),
    });
    await space.put('f', 'a\nb\n');
    expect(await read({ startLine: 3 })).toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('f has 2 lines, so startLine must be at most 2'),
    });
  });

  it.each([
    { startLine: 0 },
    { startLine: -1 },
    { startLine: 1.5 },
    { startLine: 1e99 },
    { endLine: 0 },
    { startLine: 3, endLine: 2 },
    { maxChars: 0 },
    { startColumn: 0 },
    { startLine: 'x' },
    { startLine: {} },
    { path: null },
    { path: 5 },
  ])('refuses the arguments %j', async (args) => {
    await space.put('f', 'a\nb\nc\n');
    expect((await read(args)).kind).toBe('validation');
  });

  it('cuts long lines, says which, and gives the rest by column', async () => {
    const long = `${'🌊'.repeat(60)}end`;
    await space.put('f', `a\n${long}\nz\n`);
    const { result } = await read({}, { maxReadLineChars: 101 });
    expect(result['content']).toBe(`a\n${'🌊'.repeat(50)}… [23 more characters in this line]\nz\n`);
    expect(result).toMatchObject({ cutLines: [2], truncated: true, endLine: 3, totalLines: 3 });
    const rest = await read({ startLine: 2, endLine: 2, startColumn: 101 }, { maxReadLineChars: 101 });
    expect(rest.result).toMatchObject({ content: `${'🌊'.repeat(10)}end\n`, truncated: false });
    expect(await read({ startLine: 1, startColumn: 9 })).toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('1 characters'),
    });
    expect((await read({ startLine: 2, endLine: 2, startColumn: 2 })).result['content']).toBe(
      `${'🌊'.repeat(59)}end\n`,
    );
  });

  it('reads the end of a long line after a file of other sizes than its chunks', async () => {
    const head = `${'é'.repeat(200_000)}\n`;
    await space.put('f', `${head}${'語'.repeat(100_000)}tail\nlast`);
    expect((await read({ startLine: 2, endLine: 2, startColumn: 100_001 })).result['content']).toBe('tail\n');
    expect((await read({ startLine: 3 })).result).toMatchObject({ content: 'last', totalLines: 3 });
  });

  it('decodes what a byte order mark announces', async () => {
    await space.put('f', '\ufeffüber\r\n');
    expect((await read({})).result).toMatchObject({
      content: 'über\n',
      encoding: 'utf-8',
      bom: true,
      lineEnding: 'crlf',
    });
    const wide = Buffer.from('\ufeffzwei 🌊\nZeilen\n', 'utf16le');
    await space.put('f', wide);
    expect((await read({})).result).toMatchObject({
      content: 'zwei 🌊\nZeilen\n',
      encoding: 'utf-16le',
      editable: false,
    });
    await space.put('f', Buffer.from(wide).swap16());
    expect((await read({ startLine: 2 })).result).toMatchObject({
      content: 'Zeilen\n',
      encoding: 'utf-16be',
      totalLines: 2,
    });
    await space.put('f', Buffer.from([0xff, 0xfe, 0, 0, 65, 0, 0, 0]));
    expect(await read({})).toMatchObject({ kind: 'not_utf8', message: expect.stringContaining('utf-32le') });
  });

  it('shows text in an unknown encoding, marked as not editable', async () => {
    await space.put('f', Buffer.from('gr\xfc\xdfe\nok\n', 'latin1'));
    const { result } = await read({ startLine: 1 });
    expect(result).toMatchObject({ content: 'gr\ufffd\ufffde\nok\n', encoding: 'unknown', editable: false });
    expect(result['note']).toContain('Not valid UTF-8');
    expect((await read({ startLine: 2 })).result).toMatchObject({ content: 'ok\n', editable: false });
  });

  it('decides by content what is binary', async () => {
    await space.put('f', Buffer.from('89504e470d0a1a0a0000000d', 'hex'));
    expect(await read({})).toMatchObject({
      kind: 'binary',
      message: expect.stringContaining('a PNG image of 12 bytes'),
    });
    await space.put('f', Buffer.from([1, 0, 2]));
    expect(await read({})).toMatchObject({
      kind: 'binary',
      message: expect.stringContaining('a binary file of 3 bytes'),
    });
    for (const [kind, bytes] of [
      ['a JPEG image', 'ffd8ffdb0143'],
      ['a gzip archive', '1f8b0808010203'],
    ] as const) {
      await space.put('notes.txt', Buffer.from(bytes, 'hex'));
      expect(await read({ path: 'notes.txt' }), 'without any NUL').toMatchObject({
        kind: 'binary',
        message: expect.stringContaining(kind),
      });
    }
    await space.put('f', 'GIF89a is the name of a format\n');
    expect((await read({})).result).toMatchObject({ content: 'GIF89a is the name of a format\n' });
    await space.put('photo.png', 'just words\n');
    expect((await read({ path: 'photo.png' })).result).toMatchObject({ content: 'just words\n' });
    for (let shift = 0; shift < 4; shift++) {
      await space.put('f', 'x'.repeat(8190 + shift) + '語'.repeat(90_000));
      expect((await read({ maxChars: 10 })).result).toMatchObject({ encoding: 'utf-8' });
    }
  });

  it('names the reason where there is nothing to read', async () => {
    await space.put('lib/parser.ts', '');
    expect(await read({ path: 'lib' })).toMatchObject({
      kind: 'is_directory',
      message: expect.stringContaining('lib is a directory'),
    });
    expect(await read({ path: 'lib/Parsers.ts' })).toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('lib/parser.ts'),
    });
    expect(await read({ path: 'nowhere/at/all' })).toMatchObject({ kind: 'not_found' });
    execFileSync('mkfifo', [space.at('queue')]);
    expect(await read({ path: 'queue' })).toMatchObject({ kind: 'not_regular' });
  });

  it('reads a range of a huge file in constant memory', async () => {
    const path = await space.put('f', 'first\n');
    const file = await open(path, 'r+');
    const block = Buffer.from(`${'y'.repeat(63)}\n`.repeat(16_384));
    for (let at = 0; at < 200; at++) await file.write(block, 0, block.length, 6 + at * block.length);
    await file.close();
    const before = process.memoryUsage().rss;
    const { result } = await read({ startLine: 3_276_801, endLine: 3_276_802 });
    expect(result).toMatchObject({ content: `${'y'.repeat(63)}\n`, totalLines: 3_276_801, endLine: 3_276_801 });
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
    await truncate(path, 0);
  });

  it('does not look through all of a huge file for its first lines', async () => {
    const path = await space.put('f', `first\n${'x'.repeat(9_000)}\n`);
    await truncate(path, 2 ** 33);
    const { result } = await read({ endLine: 1 });
    expect(result).toMatchObject({ content: 'first\n', endLine: 1, truncated: false });
    expect(result).not.toHaveProperty('totalLines');
    expect(result['note']).toContain('there are more');
    await truncate(path, 0);
  });

  it('stops when the call is cancelled', async () => {
    await space.put('f', 'z\n'.repeat(1_000_000));
    const call = {
      context: completeContext({ workspaceRoot: space.root }),
      invocation: invocation(AbortSignal.abort()),
    };
    await expect(readFileTool.run({ path: 'f' }, call)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('Utf8Check', () => {
  it('agrees with a strict decoder, however the bytes are cut', () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 12 }),
      fc
        .array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xf0, 0x9f, 0xa0), { maxLength: 8 })
        .map((all) => Uint8Array.from(all)),
    );
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 5 }), (all, size) => {
        const check = new Utf8Check();
        for (let at = 0; at < all.length; at += size) check.push(all.subarray(at, at + size));
        let valid = true;
        try {
          new TextDecoder('utf-8', { fatal: true }).decode(all);
        } catch {
          valid = false;
        }
        expect(check.isValid()).toBe(valid);
      }),
      { numRuns: 1000 },
    );
  });
});
