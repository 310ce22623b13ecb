import { PassThrough } from 'node:stream';
import * as fc from 'fast-check';
import { drain } from './drain.js';
import { HeadAndTail } from './head-and-tail.js';
import { OutputReader } from './output-reader.js';
import { TerminalFilter } from './terminal-filter.js';

function cutUp(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

async function readAll(chunks: readonly Uint8Array[], max = 100_000): Promise<string> {
  const stream = new PassThrough();
  const sink = new HeadAndTail(max);
  const reader = new OutputReader(stream, sink);
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await reader.closed;
  reader.finish();
  return sink.result().text;
}

describe('OutputReader', () => {
  it('decodes bytes the same however they are cut, broken ones too', async () => {
    const byte = fc.constantFrom(0x41, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x8c, 0xff, 0xc0, 0xed, 0xa0, 0xef);
    await fc.assert(
      fc.asyncProperty(
        fc.array(byte, { maxLength: 30 }),
        fc.array(fc.nat(40), { maxLength: 5 }),
        async (data, cuts) => {
          const bytes = Uint8Array.from(data);
          expect(await readAll(cutUp(bytes, cuts))).toBe(Buffer.from(bytes).toString('utf8'));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['what is shown at the end', 100_000],
    ['the head and the tail of it', 24],
  ])('passes plain bytes by the decoder without a change of %s, however they are cut', async (_, max) => {
    const whole = fc.constantFrom(
      'a',
      'plain text\n',
      '\n',
      '€',
      '🌻',
      '\r',
      '\r\n',
      '\u001b[1m',
      '\u001b',
      '\u001b]0;t',
      '\u0007',
    );
    const broken = fc.constantFrom([0xff], [0xe2, 0x82], [0xf0, 0x9f], [0xc3], [0x00]);
    const piece = fc.oneof({ weight: 4, arbitrary: whole.map((text) => [...Buffer.from(text)]) }, broken);
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(200), { maxLength: 12 }),
        async (pieces, cuts) => {
          const bytes = Uint8Array.from(pieces.flat());
          const expected = new HeadAndTail(max);
          new TerminalFilter(expected).write(Buffer.from(bytes).toString('utf8'));
          expect(await readAll(cutUp(bytes, cuts), max)).toBe(expected.result().text);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('hands on what an incomplete character leaves at the end', async () => {
    expect(await readAll([Buffer.from([0x61, 0xe2, 0x82])])).toBe('a\ufffd');
  });

  it('takes a broken pipe as the end', async () => {
    const stream = new PassThrough();
    const sink = new HeadAndTail(100);
    const reader = new OutputReader(stream, sink);
    stream.write('so far');
    await vi.waitFor(() => expect(reader.chunks).toBe(1));
    stream.destroy(new Error('gone'));
    await reader.closed;
    expect(sink.result().text).toBe('so far');
  });

  it('is drained although somebody holds the pipe, with what came until then', async () => {
    const stream = new PassThrough();
    const sink = new HeadAndTail(100);
    const reader = new OutputReader(stream, sink);
    stream.write('early');
    setTimeout(() => stream.write(' late'), 30);
    await drain([reader]);
    reader.finish();
    expect(sink.result().text).toBe('early late');
    expect(stream.destroyed).toBe(true);
  });
});
