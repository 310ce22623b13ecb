import { PassThrough } from 'node:stream';
import * as fc from 'fast-check';
import { drain } from './drain.js';
import { HeadAndTail } from './head-and-tail.js';
import { OutputReader } from './output-reader.js';

async function readAll(chunks: readonly Uint8Array[]): Promise<string> {
  const stream = new PassThrough();
  const sink = new HeadAndTail(100_000);
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
          const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
          const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
          expect(await readAll(chunks)).toBe(Buffer.from(bytes).toString('utf8'));
        },
      ),
      { numRuns: 300 },
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
