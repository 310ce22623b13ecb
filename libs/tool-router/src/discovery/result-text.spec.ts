import fc from 'fast-check';
import { resultText } from './result-text.js';

const json = (value: unknown) => resultText(value, 'json');

describe('resultText', () => {
  it('is JSON text, null for nothing', () => {
    expect(json({ b: [1, null, 'y'] })).toBe('{"b":[1,null,"y"]}');
    expect(json(undefined)).toBe('null');
    expect(json('say "hi"\n')).toBe('"say \\"hi\\"\\n"');
    expect(json(Symbol('s'))).toBe('null');
    expect(json(() => 1)).toBe('null');
    expect(resultText('say "hi"\n', 'raw')).toBe('say "hi"\n');
    expect(resultText({ a: 'x' }, 'raw')).toBe('{"a":"x"}');
  });

  it('says exactly what JSON.stringify says of every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(json(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('says what JSON cannot', () => {
    expect(json({ n: 98765432109876543210n, l: [1n] })).toBe('{"n":"98765432109876543210","l":["1"]}');
    expect(json(new Map([['k', new Set([1, 2])]]))).toBe('{"k":[1,2]}');
    expect(json(new Map([[{ id: 1 }, 'v']]))).toBe('[[{"id":1},"v"]]');
    expect(json({ at: new Date(0), never: new Date(Number.NaN) })).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","never":null}',
    );
    expect(
      json(
        new (class Point {
          x = 1;
          #hidden = 2;
          sum() {
            return this.x + this.#hidden;
          }
        })(),
      ),
    ).toBe('{"x":1}');
    expect(json(Object.assign(Object.create({ inherited: 1 }), { own: new Map() }))).toBe('{"own":{}}');
    expect(json([new RangeError('too far')])).toBe('[{"name":"RangeError","message":"too far"}]');
  });

  it('tells a circle from a shared object', () => {
    const order: Record<string, unknown> = { id: 4 };
    order['line'] = { order, sku: 's' };
    expect(JSON.parse(json(order))).toEqual({ id: 4, line: { order: '[Circular]', sku: 's' } });
    const shared = { v: 1 };
    expect(json({ x: shared, y: [shared, shared] })).toBe('{"x":{"v":1},"y":[{"v":1},{"v":1}]}');
    const selfish = {
      toJSON() {
        return selfish;
      },
    };
    expect(json(selfish)).toBe('"[Circular]"');
  });

  it('survives endless nesting', () => {
    let deep: unknown = 0;
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(json(deep)).toContain('[Nested too deep]');
  });

  it('bounds what stands for more than it holds', () => {
    let bomb: object = { v: 1 };
    for (let level = 0; level < 60; level++) bomb = { a: bomb, b: bomb };
    expect(json(bomb)).toContain('[Left out: too many values]');
    const gaps: unknown[] = ['first'];
    gaps.length = 400_000_000;
    expect(json(gaps)).toMatch(/^\["first",null,.*"\[Left out: too many values\]"\]$/);
    expect(json({ bytes: new Uint8Array(64_000_000) })).toBe('{"bytes":"[Left out: 64000000 bytes]"}');
    expect(json(Buffer.alloc(150_000))).toBe('"[Left out: 150000 bytes]"');
    expect(json(new Uint8Array([7, 8]))).toBe('{"0":7,"1":8}');
  });

  it('keeps hostile keys as plain data', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"n":1}') as Record<string, unknown>;
    expect(json(new Map([['__proto__', 1n]]))).toBe('{"__proto__":"1"}');
    expect(json(value)).toBe('{"__proto__":{"a":1},"n":1}');
  });
});
