import { createToolProjection } from './tool-projection.js';

function lenient(parameters: object) {
  const shape = createToolProjection().project({ name: 't', description: '', parameters: { ...parameters } }, 'openai');
  return { schema: shape.tool?.function.parameters, weakened: shape.weakened };
}

describe('the lenient OpenAI schema', () => {
  it('lets every array say what it holds', () => {
    const { schema, weakened } = lenient({
      type: 'object',
      properties: {
        ids: { type: 'array' },
        grid: { type: ['array', 'null'], items: { type: 'array' } },
        either: { anyOf: [{ type: 'array', minItems: 1 }, { type: 'string' }] },
        items: { type: 'string' },
        one: { $ref: '#/$defs/List' },
      },
      $defs: { List: { type: 'array' } },
    });
    expect(weakened).toEqual([]);
    expect(schema).toEqual({
      type: 'object',
      properties: {
        ids: { type: 'array', items: {} },
        grid: { type: ['array', 'null'], items: { type: 'array', items: {} } },
        either: { anyOf: [{ type: 'array', minItems: 1, items: {} }, { type: 'string' }] },
        items: { type: 'string' },
        one: { $ref: '#/$defs/List' },
      },
      $defs: { List: { type: 'array', items: {} } },
    });
  });

  it('writes boolean schemas as objects, but for flags and closed tuples', () => {
    const { schema, weakened } = lenient({
      type: 'object',
      properties: {
        open: true,
        never: { not: {} },
        list: { type: 'array', items: true },
        pair: { type: 'array', prefixItems: [true], items: false },
        either: { anyOf: [false, { type: 'object', additionalProperties: true }] },
      },
    });
    expect(weakened).toEqual([]);
    expect(schema).toEqual({
      type: 'object',
      properties: {
        open: {},
        never: { not: {} },
        list: { type: 'array', items: {} },
        pair: { type: 'array', prefixItems: [{}], items: false },
        either: { anyOf: [{ not: {} }, { type: 'object', additionalProperties: true }] },
      },
    });
  });

  it('drops patterns that the API cannot read, with a report', () => {
    const { schema, weakened } = lenient({
      type: 'object',
      properties: {
        name: { type: 'string', pattern: '^\\p{L}+$' },
        code: { type: 'string', pattern: '^(?!x)[a-z]+$' },
        map: { patternProperties: { '^(?<k>a)': {}, '^b': {} }, additionalProperties: false },
        open: { patternProperties: { '^b': {} }, additionalProperties: false },
      },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        code: { type: 'string', pattern: '^(?!x)[a-z]+$' },
        map: {},
        open: { patternProperties: { '^b': {} }, additionalProperties: false },
      },
    });
    expect(weakened).toEqual([
      'properties.name.pattern: is no pattern for OpenAI',
      'properties.map.patternProperties: holds patterns that are none for OpenAI',
    ]);
    const plain = lenient({ type: 'object', properties: { name: { type: 'string', pattern: '^\\p{L}+$' } } });
    expect(plain.schema).toEqual({ type: 'object', properties: { name: { type: 'string' } } });
  });

  it('takes no null at the root', () => {
    expect(lenient({ type: 'object', properties: {}, nullable: true }).schema).toEqual({
      type: 'object',
      properties: {},
    });
  });

  it('drops the keywords that name a schema, and keeps properties of the same name', () => {
    const { schema } = lenient({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'urn:example:1',
      $comment: 'internal',
      title: 'Query',
      type: 'object',
      properties: {
        $schema: { $comment: 'x', type: 'string' },
        $id: { $id: '#a', type: 'integer' },
        title: { type: 'string' },
        type: { const: 'q' },
        properties: { type: 'object', properties: { $comment: { type: 'boolean' } } },
      },
    });
    expect(schema).toEqual({
      title: 'Query',
      type: 'object',
      properties: {
        $schema: { type: 'string' },
        $id: { type: 'integer' },
        title: { type: 'string' },
        type: { const: 'q' },
        properties: { type: 'object', properties: { $comment: { type: 'boolean' } } },
      },
    });
  });

  it('merges the branches of a root anyOf: all properties, required where all require', () => {
    const { schema, weakened } = lenient({
      anyOf: [
        {
          type: 'object',
          properties: { kind: { const: 'file' }, path: { type: 'string' }, size: { type: 'integer' } },
          required: ['kind', 'path'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { kind: { const: 'url' }, href: { type: 'string' }, size: { type: 'string' } },
          required: ['kind', 'href'],
          additionalProperties: false,
        },
        { type: 'null' },
      ],
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        kind: { enum: ['file', 'url'] },
        path: { type: 'string' },
        size: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
        href: { type: 'string' },
      },
      required: ['kind'],
      additionalProperties: false,
    });
    expect(weakened).toEqual(['anyOf: the branches are merged into one object']);
  });

  it('keeps the properties of a root beside branches that only require', () => {
    const { schema } = lenient({
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' }, mail: { type: 'string' } },
      required: ['id'],
      oneOf: [{ required: ['name'] }, { required: ['mail'] }],
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' }, mail: { type: 'string' } },
      required: ['id'],
    });
  });

  it('joins a root allOf: everything that any part requires', () => {
    const { schema, weakened } = lenient({
      allOf: [
        { $ref: '#/$defs/Paged' },
        { type: 'object', properties: { q: { type: 'string' }, page: { maximum: 9 } }, required: ['q'] },
      ],
      $defs: { Paged: { type: 'object', properties: { page: { type: 'integer' } }, required: ['page'] } },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { page: { allOf: [{ type: 'integer' }, { maximum: 9 }] }, q: { type: 'string' } },
      required: ['page', 'q'],
      $defs: { Paged: { type: 'object', properties: { page: { type: 'integer' } }, required: ['page'] } },
    });
    expect(weakened).toEqual([]);
  });

  it('refuses a root whose parts exclude each other', () => {
    const parameters = { allOf: [{ type: 'string' }, { type: 'object' }] };
    const shape = createToolProjection().project({ name: 't', description: '', parameters }, 'openai');
    expect(shape).toEqual({ weakened: [], refused: 'the root accepts no object' });
  });

  it('drops enum and not at the root, with a report', () => {
    const { schema, weakened } = lenient({ type: 'object', properties: {}, enum: [{}], not: { required: ['x'] } });
    expect(schema).toEqual({ type: 'object', properties: {} });
    expect(weakened).toEqual(['enum: is not allowed at the root', 'not: is not allowed at the root']);
  });

  it('translates older drafts and drops values that no draft knows', () => {
    const { schema, weakened } = lenient({
      type: 'object',
      properties: {
        pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
        low: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
        any: { type: 'any', description: 'free' },
        mixed: { type: ['string', 'any'] },
        odd: 7,
        text: { type: 'STRING', minLength: '2', pattern: '(' },
        flag: { type: 'boolean', required: true },
      },
      dependencies: { low: ['pair'], text: { required: ['flag'] } },
      required: ['low', 'low', 3],
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
        low: { type: 'number', exclusiveMinimum: 0, maximum: 9 },
        any: { description: 'free' },
        mixed: {},
        odd: {},
        text: { type: 'string' },
        flag: { type: 'boolean' },
      },
      dependentRequired: { low: ['pair'] },
      dependentSchemas: { text: { required: ['flag'] } },
      required: ['low'],
    });
    expect(weakened).toEqual([
      'properties.any.type: "any" is not valid here',
      'properties.mixed.type: ["string","any"] is not valid here',
      'properties.text.minLength: "2" is not valid here',
      'properties.text.pattern: "(" is not valid here',
      'properties.flag.required: true is not valid here',
    ]);
  });

  it('leaves the strict flag out unless strict mode was asked for', () => {
    const projection = createToolProjection();
    const plain = { name: 't', description: '', parameters: {} };
    expect(projection.project(plain, 'openai').tool?.function).not.toHaveProperty('strict');
    expect(projection.project({ ...plain, strict: false }, 'openai').tool?.function).not.toHaveProperty('strict');
    expect(projection.project(plain, 'openai-responses').tool?.strict).toBe(false);
  });
});
