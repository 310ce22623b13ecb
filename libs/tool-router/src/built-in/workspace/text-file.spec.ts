import { execFileSync } from 'node:child_process';
import { truncate } from 'node:fs/promises';
import * as fc from 'fast-check';
import { TempWorkspace } from '../fixtures/temp-workspace.js';
import { countLines, lineEndingsOf } from './line-endings.js';
import { encodeTextFile, readTextFile, type TextFile } from './text-file.js';

const LIMITS = { maxBytes: 1000, shown: 'x' };

describe('readTextFile', () => {
  let space: TempWorkspace;

  beforeAll(async () => {
    space = await TempWorkspace.create();
  });

  afterAll(() => space.remove());

  const read = async (bytes: string | Uint8Array): Promise<TextFile> =>
    readTextFile(await space.put('x', bytes), LIMITS);
  const kindOf = async (bytes: Uint8Array): Promise<unknown> =>
    read(bytes).then(
      () => 'read',
      (error: { kind?: unknown }) => error.kind,
    );

  it('gives back every byte of every UTF-8 text', async () => {
    const piece = fc.oneof(
      fc.constantFrom('\r\n', '\n', '\r', '\ufeff', '\u2028', '\t', ' '),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        const bytes = Buffer.from(pieces.join('').replaceAll('\0', ''));
        fc.pre(bytes.length <= LIMITS.maxBytes);
        expect(encodeTextFile(await read(bytes)).equals(bytes)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('describes the text', async () => {
    expect(await read('\ufeffa\r\nb\n\ufeffc')).toMatchObject({
      bom: true,
      text: 'a\r\nb\n\ufeffc',
      eol: '\r\n',
      lineEnding: 'mixed',
      hasFinalNewline: false,
      size: 12,
    });
    expect(await read('')).toMatchObject({
      bom: false,
      text: '',
      eol: '\n',
      lineEnding: 'none',
      hasFinalNewline: false,
    });
  });

  it('tells why a file is no text to change', async () => {
    expect(await kindOf(Buffer.from('caf\xe9', 'latin1'))).toBe('not_utf8');
    expect(await kindOf(Buffer.from('\ufeffa\n', 'utf16le'))).toBe('not_utf8');
    expect(await kindOf(Buffer.from([0xed, 0xa0, 0x80]))).toBe('not_utf8');
    expect(await kindOf(Buffer.from('abc\0def'))).toBe('binary');
    expect(await kindOf(Buffer.alloc(1001, 97))).toBe('too_large');
  });

  it('neither reads a huge file nor waits for a pipe', async () => {
    const path = await space.put('huge', '');
    await truncate(path, 5 * 2 ** 30);
    await expect(readTextFile(path, LIMITS)).rejects.toMatchObject({ kind: 'too_large' });
    execFileSync('mkfifo', [space.at('pipe')]);
    await expect(readTextFile(space.at('pipe'), LIMITS)).rejects.toMatchObject({ kind: 'not_regular' });
    await expect(readTextFile(space.root, LIMITS)).rejects.toMatchObject({ kind: 'is_directory' });
    await expect(readTextFile(space.at('gone'), LIMITS)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('lines', () => {
  it('end at LF and CRLF only', () => {
    expect(lineEndingsOf('a\rb\u2028c\u0085d\fe')).toEqual({ eol: '\n', lineEnding: 'none', hasFinalNewline: false });
    expect(lineEndingsOf('\r\n')).toEqual({ eol: '\r\n', lineEnding: 'crlf', hasFinalNewline: true });
    expect(lineEndingsOf('\n')).toMatchObject({ eol: '\n', lineEnding: 'lf' });
    expect(['', 'a', 'a\n', '\n', 'a\nb', 'a\r\nb\r\n'].map(countLines)).toEqual([0, 1, 1, 1, 2, 2]);
  });
});
