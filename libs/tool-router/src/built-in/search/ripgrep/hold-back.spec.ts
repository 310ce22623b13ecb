import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { holdBack } from './hold-back.js';

async function* from(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

async function readAll(chunks: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read).toString();
}

describe('holdBack', () => {
  it('passes everything on where the word is not there too often, and nothing where it is', async () => {
    const chunk = fc.array(fc.constantFrom('<w>', '<', 'w>', 'é\n'), { maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 6 }), fc.nat(6), async (chunks, most) => {
        const count = chunks.reduce((sum, text) => sum + text.split('<w>').length - 1, 0);
        const held = holdBack(from(chunks.map((text) => Buffer.from(text))), '<w>', most);
        expect(await readAll(held.chunks)).toBe(count > most ? '' : chunks.join(''));
        expect(held.hasTooMany()).toBe(count > most);
      }),
    );
  });

  it('ends the stream once there are too many', async () => {
    const stream = Readable.from([Buffer.from('www'), Buffer.from('www'), Buffer.from('rest')], { highWaterMark: 1 });
    const held = holdBack(stream, 'w', 4);
    expect(await readAll(held.chunks)).toBe('');
    expect(stream.destroyed).toBe(true);
  });

  it('holds back a part of bounded size, and passes the rest on at once', async () => {
    const block = Buffer.alloc(600_000, '.');
    let given = 0;
    async function* blocks(): AsyncGenerator<Buffer> {
      for (; given < 4; given++) yield block;
      yield Buffer.from('wwww');
    }
    const chunks = holdBack(blocks(), 'w', 1).chunks[Symbol.asyncIterator]();
    expect((await chunks.next()).value).toBe(block);
    expect(given).toBe(1);
    expect((await chunks.next()).value).toBe(block);
    expect(given).toBe(1);
    const rest = [(await chunks.next()).value, (await chunks.next()).value, (await chunks.next()).value];
    expect(rest.map((chunk: Buffer) => chunk.length)).toEqual([600_000, 600_000, 4]);
    expect((await chunks.next()).done).toBe(true);
  });
});
