import { normaliseRoot } from './normalise-root.js';

function nested(levels: number): unknown {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { type: 'object', properties: { in: schema } };
  return schema;
}

describe('normaliseRoot', () => {
  it.each([
    [undefined, { type: 'object', properties: {} }],
    [null, { type: 'object', properties: {} }],
    [true, { type: 'object', properties: {} }],
    [{}, { type: 'object', properties: {} }],
    [
      { type: 'object', additionalProperties: false },
      { type: 'object', additionalProperties: false, properties: {} },
    ],
    [
      { type: ['null', 'object'], properties: null },
      { type: 'object', properties: {} },
    ],
    [
      { properties: { a: true, b: false, c: { items: true } }, required: null },
      { type: 'object', properties: { a: {}, b: { not: {} }, c: { items: true } } },
    ],
    [
      { type: 'object', properties: {}, required: [] },
      { type: 'object', properties: {}, required: [] },
    ],
  ])('makes an object root of %j', (source, schema) => {
    expect(normaliseRoot(source)).toEqual({ schema });
  });

  it('reads a null type as no type, wherever a schema stands, and leaves data alone', () => {
    const source = {
      type: 'object',
      properties: {
        free: { type: null, description: 'any' },
        type: { anyOf: [{ type: null }, { type: 'null' }] },
        set: { enum: [{ type: null }], default: { type: null } },
      },
    };
    expect(normaliseRoot(source)).toEqual({
      schema: {
        type: 'object',
        properties: {
          free: { description: 'any' },
          type: { anyOf: [{}, { type: 'null' }] },
          set: { enum: [{ type: null }], default: { type: null } },
        },
      },
    });
  });

  it('keeps everything else as it was written, in its order', () => {
    const text =
      '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","x-vendor":{"a":[1]},' +
      '"properties":{"b":{"type":["string","null"]},"a":{"enum":["x",null]}},"anyOf":[{"required":["a"]}]}';
    expect(JSON.stringify(normaliseRoot(JSON.parse(text)))).toBe(`{"schema":${text}}`);
  });

  it.each([
    ['text', /a string/],
    [7, /a number/],
    [[], /an array/],
    [false, /accepts nothing/],
    [{ type: 'string' }, /root type is "string"/],
    [{ type: 'array', items: {} }, /root type is "array"/],
    [{ type: ['string', 'null'] }, /not object/],
    [{ type: 'object', description: 'd'.repeat(1_000_001) }, /longer than 1000000 characters/],
    [nested(60), /over 100 levels/],
  ])('refuses what cannot be an object (case %#)', (source, reason) => {
    expect(normaliseRoot(source)).toEqual({ refused: expect.stringMatching(reason) });
  });

  it('accepts 45 levels of objects', () => {
    expect(normaliseRoot(nested(45))).toHaveProperty('schema');
  });

  it('ends on objects that contain themselves or share their parts', () => {
    const circular: Record<string, unknown> = { type: 'object' };
    circular['properties'] = { self: circular };
    expect(normaliseRoot(circular)).toEqual({ refused: expect.stringMatching(/levels/) });

    let shared: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 30; level += 1) shared = { properties: { a: shared, b: shared } };
    expect(normaliseRoot(shared)).toEqual({ refused: expect.stringMatching(/characters/) });
  });

  it('gives a copy without what JSON cannot carry', () => {
    const source = { type: 'object', properties: { a: { type: 'number', maximum: Infinity, check: () => 1 } } };
    expect(normaliseRoot(source)).toEqual({
      schema: { type: 'object', properties: { a: { type: 'number', maximum: null } } },
    });
  });

  it('keeps properties with the names of built-in members', () => {
    const text = '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"null"}}}';
    expect(JSON.stringify(normaliseRoot(JSON.parse(text)))).toBe(`{"schema":${text}}`);
  });
});
