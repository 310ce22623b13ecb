import * as fc from 'fast-check';
import type { JsonObject, JsonSchema } from '../../tool/json.js';
import { stripNulls } from './strip-nulls.js';

function stripped(properties: JsonSchema, args: JsonObject, more: JsonSchema = {}): JsonObject {
  return stripNulls(args, { type: 'object', properties, ...more });
}

describe('stripNulls', () => {
  it.each<[string, JsonSchema]>([
    ['a string', { type: 'string' }],
    ['one of several types', { type: ['string', 'integer'] }],
    ['an enum without null', { enum: ['a', 1] }],
    ['a constant', { const: 'a' }],
    ['an array', { type: 'array', items: {} }],
    ['a union without null', { anyOf: [{ type: 'string' }, { type: 'object' }] }],
    ['a conjunction', { allOf: [{}, { type: 'string' }] }],
    ['a reference', { $ref: '#/$defs/Text' }],
    ['a chain of references', { $ref: '#/$defs/To~1Text' }],
    ['nothing at all', false as unknown as JsonSchema],
    ['nothing, as an object', { not: {} }],
  ])('removes the null of an optional property that is %s', (_, schema) => {
    const $defs = { Text: { type: 'string' }, 'To/Text': { $ref: '#/$defs/Text' } };
    expect(stripped({ a: schema, b: {} }, { a: null, b: 1 }, { $defs })).toEqual({ b: 1 });
    expect(stripped({ a: schema }, { a: null }, { $defs, required: ['a'] })).toEqual({ a: null });
  });

  it.each<[string, JsonSchema]>([
    ['anything', {}],
    ['true', true as unknown as JsonSchema],
    ['a type with null', { type: ['string', 'null'] }],
    ['null', { type: 'null' }],
    ['an enum with null', { enum: ['a', null] }],
    ['a null constant', { const: null }],
    ['a union with null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['nullable', { type: 'string', nullable: true }],
    ['a reference to a nullable', { $ref: '#/$defs/Maybe' }],
    ['a reference to nowhere', { $ref: '#/$defs/Missing' }],
    ['an outside reference', { $ref: 'https://example.org/x.json' }],
    ['a reference to itself', { $ref: '#/properties/a' }],
  ])('keeps the null of a property that is %s', (_, schema) => {
    const $defs = { Maybe: { oneOf: [{ type: 'null' }, { type: 'number' }] } };
    expect(stripped({ a: schema }, { a: null }, { $defs })).toEqual({ a: null });
  });

  it('keeps the nulls of keys that are not declared', () => {
    expect(stripped({ a: { type: 'string' } }, { b: null }, { additionalProperties: { type: 'string' } })).toEqual({
      b: null,
    });
    expect(stripped({}, { toString: null })).toEqual({ toString: null });
  });

  it('works in nested objects, arrays and tuples', () => {
    const point = { type: 'object', properties: { x: { type: 'number' }, y: { type: ['number', 'null'] } } };
    const args = { p: { x: null, y: null }, l: [{ x: null, y: 1 }, null], t: [null, { x: null }], free: [{ x: null }] };
    const before = structuredClone(args);
    const schema = {
      p: { $ref: '#/$defs/P' },
      l: { type: 'array', items: point },
      t: { prefixItems: [{}, point] },
      free: {},
    };
    expect(stripped(schema, args, { $defs: { P: point } })).toEqual({
      p: { y: null },
      l: [{ y: 1 }, null],
      t: [null, {}],
      free: [{ x: null }],
    });
    expect(args).toEqual(before);
  });

  it('goes through unions as far as they can be decided', () => {
    const circle = {
      type: 'object',
      properties: { kind: { const: 'circle' }, r: { type: 'number' } },
      required: ['kind'],
    };
    const text = { type: 'object', properties: { kind: { enum: ['text'] }, r: { type: ['number', 'null'] } } };
    const shape = { anyOf: [circle, text, { type: 'string' }] };
    expect(stripped({ s: shape }, { s: { kind: 'circle', r: null } })).toEqual({ s: { kind: 'circle' } });
    expect(stripped({ s: shape }, { s: { kind: 'text', r: null } })).toEqual({ s: { kind: 'text', r: null } });
    expect(stripped({ s: shape }, { s: { r: null } })).toEqual({ s: { r: null } });
    expect(
      stripNulls(
        { a: null, b: null },
        {
          oneOf: [
            { properties: { a: { type: 'string' } } },
            { properties: { b: { type: 'string' } }, required: ['b'] },
          ],
        },
      ),
    ).toEqual({ b: null });
  });

  it('removes the null that strict mode asked for and nothing else', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' }, n: { type: ['string', 'null'] }, o: { type: 'string' } },
      required: ['a'],
    };
    expect(stripNulls({ a: 1, n: null, o: null, more: [null] }, schema)).toEqual({ a: 1, n: null, more: [null] });
  });

  it('keeps hostile keys as own keys', () => {
    const args = JSON.parse('{"__proto__":{"admin":true},"a":null}') as JsonObject;
    const result = stripped({ a: { type: 'string' } }, args);
    expect(JSON.stringify(result)).toBe('{"__proto__":{"admin":true}}');
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    const declared = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonSchema;
    expect(Object.keys(stripNulls(JSON.parse('{"__proto__":null,"x":1}') as JsonObject, declared))).toEqual(['x']);
  });

  it('returns the same object where there is nothing to do', () => {
    const args = { a: { b: [1, 'x'] } };
    expect(stripped({ a: { type: 'object' } }, args)).toBe(args);
  });

  it('ends on recursive, doubling and deep input', () => {
    const $defs: Record<string, unknown> = { L0: { type: 'string' } };
    for (let level = 1; level <= 30; level++) {
      const next = { $ref: `#/$defs/L${level - 1}` };
      $defs[`L${level}`] = { anyOf: [next, { allOf: [next] }] };
    }
    expect(stripped({ a: { $ref: '#/$defs/L30' } }, { a: null }, { $defs })).toEqual({ a: null });
    const tree = { type: 'object', properties: { next: { $ref: '#' }, v: { type: 'string' } } };
    expect(stripNulls({ v: null, next: { v: null, next: { v: null } } }, tree)).toEqual({ next: { next: {} } });
    const deep = JSON.parse(`${'{"next":'.repeat(3000)}null${'}'.repeat(3000)}`) as JsonObject;
    expect(() => stripNulls({ ...deep, v: null }, tree)).not.toThrow();
  });

  it('only ever removes nulls', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.object(), (args, schema) => {
        const before = JSON.stringify(args);
        const result = stripNulls(args as JsonObject, schema);
        expect(JSON.stringify(args)).toBe(before);
        for (const [key, value] of Object.entries(args))
          if (value !== null) expect(Object.hasOwn(result, key)).toBe(true);
      }),
    );
  });
});
