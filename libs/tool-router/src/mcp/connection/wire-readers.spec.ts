import * as fc from 'fast-check';
import { LineBuffer, LineTooLong } from './line-buffer.js';
import { SseEventTooLarge, SseParser, type SseEvent } from './sse-parser.js';
import { requestIdOf } from './request-id.js';

/** Cuts a text at some places. */
function cut<T extends { slice(from: number, to?: number): T; readonly length: number }>(
  whole: T,
  places: number[],
): T[] {
  const ends = [...new Set(places.map((place) => place % (whole.length + 1)))].toSorted((a, b) => a - b);
  return [...ends, whole.length].map((end, index) => whole.slice(index === 0 ? 0 : ends[index - 1]!, end));
}

const places = fc.array(fc.nat(10_000), { maxLength: 12 });

function parse(parts: readonly string[], maxChars = 10_000) {
  const events: SseEvent[] = [];
  const retries: number[] = [];
  const parser = new SseParser(
    maxChars,
    (event) => events.push(event),
    (ms) => retries.push(ms),
  );
  for (const part of parts) parser.feed(part);
  return { events, retries };
}

describe('SseParser', () => {
  it('reads what the standard allows', () => {
    const stream =
      '\uFEFF: hello\r\nevent: ping\rdata\n\nid: 7\nretry: 250\nretry: soon\ndata:  two\ndata:lines\nother: x\n\n\n';
    expect(parse([stream])).toEqual({
      events: [
        { event: 'ping', data: '' },
        { id: '7', data: ' two\nlines' },
      ],
      retries: [250],
    });
  });

  it('gives out an id without data, and nothing that is not complete', () => {
    expect(parse(['id: 1\n\ndata: unfinished']).events).toEqual([{ id: '1', data: '' }]);
  });

  it('does not care where the stream is cut', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
      fc.constantFrom('', 'id: 3', 'event: x', ': comment', 'data', 'retry: 5'),
    );
    const stream = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 20 })
      .map((lines) => lines.map((parts) => parts.join('')).join(''));
    fc.assert(
      fc.property(stream, places, (text, at) => {
        expect(parse(cut(`${text}\n\n`, at))).toEqual(parse([`${text}\n\n`]));
      }),
      { numRuns: 300 },
    );
  });

  it('holds no event over the limit', () => {
    expect(() => parse([`data: ${'x'.repeat(50)}`], 40)).toThrow(SseEventTooLarge);
    expect(() =>
      parse(
        Array.from({ length: 10 }, () => `data: ${'x'.repeat(8)}\n`),
        40,
      ),
    ).toThrow(SseEventTooLarge);
    expect(
      parse(
        Array.from({ length: 10 }, () => `data: ${'x'.repeat(30)}\n\n`),
        40,
      ).events,
    ).toHaveLength(10);
  });
});

describe('LineBuffer', () => {
  it('cuts lines wherever the bytes are cut', () => {
    const lines = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, '')));
    fc.assert(
      fc.property(lines, places, (expected, at) => {
        const bytes = Buffer.from(expected.map((line) => `${line}\n`).join(''));
        const buffer = new LineBuffer(1_000);
        expect(cut<Buffer>(bytes, at).flatMap((part) => buffer.push(part))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('drops a line end of two characters, and refuses a line over the limit', () => {
    const buffer = new LineBuffer(8);
    expect(buffer.push(Buffer.from('one\r\ntwo\n'))).toEqual(['one', 'two']);
    buffer.push(Buffer.from('12345'));
    expect(() => buffer.push(Buffer.from('6789\n'))).toThrow(LineTooLong);
    expect(buffer.push(Buffer.from('next\n'))).toEqual(['next']);
  });
});

describe('requestIdOf', () => {
  it('finds the id of a request, whatever its arguments say', () => {
    const args = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.constant('"jsonrpc":"2.0","id":9}'), fc.integer()),
    );
    fc.assert(
      fc.property(args, fc.nat(), (params, id) => {
        expect(requestIdOf(JSON.stringify({ method: 'tools/call', params, jsonrpc: '2.0', id }))).toBe(id);
        expect(requestIdOf(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }))).toBe(id);
        expect(requestIdOf(JSON.stringify({ method: 'notifications/x', params, jsonrpc: '2.0' }))).toBeUndefined();
        expect(requestIdOf(JSON.stringify({ jsonrpc: '2.0', id, result: params }))).toBeUndefined();
      }),
    );
  });

  it('finds none in other bodies', () => {
    for (const body of [undefined, null, '', 'grant_type=x', '[]', '{', new URLSearchParams()]) {
      expect(requestIdOf(body)).toBeUndefined();
    }
  });
});
