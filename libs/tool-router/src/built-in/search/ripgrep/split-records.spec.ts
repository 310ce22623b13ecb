import * as fc from 'fast-check';
import { splitRecords, type StreamRecord } from './split-records.js';

async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function split(text: string, size: number, max = 1_000): Promise<StreamRecord[]> {
  const records: StreamRecord[] = [];
  for await (const some of splitRecords(pieces(text, size), max, '"n":')) records.push(...some);
  return records;
}

describe('splitRecords', () => {
  it('gives the lines back, whatever the pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 9 }),
        async (texts, size) => {
          const lines = texts.map((text) => text.replaceAll('\n', ' '));
          const records = await split(lines.map((line) => `${line}\n`).join(''), size);
          expect(records.map((record) => record.text)).toEqual(lines);
        },
      ),
    );
  });

  it('leaves half a record at the end out', async () => {
    expect(await split('one\ntw', 2)).toEqual([{ text: 'one' }]);
  });

  it.each([1, 7, 1_000, 100_000])(
    'keeps the start of a huge record and the number in it, in pieces of %i',
    async (size) => {
      const huge = `start${'x'.repeat(3_000)}\\"n\\":1 "n":4711,${'y'.repeat(100_000)}`;
      const [first, second] = await split(`${huge}\nnext\n`, size);
      expect(first?.text).toBe(huge.slice(0, first?.text.length));
      expect(first?.sought).toBe(4711);
      expect(second).toEqual({ text: 'next' });
    },
  );
});
