import fc from 'fast-check';
import { isPlainSchema, plainSchema } from './plain-schema.js';
import { openAiSchema } from './openai-schema.js';
import { prepareSchema } from './prepared-schema.js';
import type { SchemaObject } from './schema-node.js';
import { WeakeningReport } from './weakening-report.js';

const ODD = fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));

const KEYWORDS = {
  type: fc.constantFrom('string', 'object', 'array', 'INTEGER', ['string', 'null'], 'colour'),
  description: fc.oneof(fc.string(), ODD),
  minimum: ODD,
  exclusiveMaximum: ODD,
  maxLength: fc.integer({ min: -1, max: 3 }),
  pattern: fc.constantFrom('^a', '(', String.raw`\-`),
  enum: fc.array(ODD, { maxLength: 4 }),
  required: fc.array(fc.constantFrom('a', 'b', 3), { maxLength: 3 }),
  default: ODD,
  multipleOf: ODD,
  uniqueItems: ODD,
  $comment: fc.string(),
  $ref: fc.constantFrom('#/properties/a', '#'),
  not: fc.boolean(),
  nullable: fc.boolean(),
};

const { schema } = fc.letrec<{ schema: SchemaObject }>((tie) => {
  const inner = fc.oneof({ maxDepth: 3 }, fc.boolean(), tie('schema'));
  const names = fc.constantFrom('a', 'b', '__proto__', 'type');
  const keywords = { ...KEYWORDS, items: inner, additionalProperties: inner, properties: fc.dictionary(names, inner) };
  // A few keywords at a time: of many, one is always odd.
  const chosen = fc.subarray(Object.keys(keywords) as (keyof typeof keywords)[], { maxLength: 3 });
  return {
    schema: chosen.chain((keys) =>
      fc.record(Object.fromEntries(keys.map((key) => [key, keywords[key] as fc.Arbitrary<unknown>]))),
    ),
  };
});

/** A schema that takes the long way to the same result: `$schema` is dropped on it. */
const longWay = (given: SchemaObject) => prepareSchema({ ...given, $schema: 'http://json-schema.org/schema#' });

describe('plainSchema', () => {
  const everyday = {
    type: 'object',
    properties: {
      place: { type: 'string', minLength: 2, description: 'A town' },
      scale: { enum: ['metric', 'imperial'], type: 'string', default: 'metric' },
      hours: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 23 } },
      __proto__: { type: 'number' },
    },
    required: ['place'],
    additionalProperties: false,
  };

  it('copies what needs no change', () => {
    const copy = plainSchema(everyday);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(everyday));
    expect(copy).not.toBe(everyday);
    expect(copy?.['required']).not.toBe(everyday.required);
    expect(isPlainSchema(copy as SchemaObject)).toBe(true);
    expect(isPlainSchema(everyday)).toBe(false);
  });

  it('leaves the rest to the preparation', () => {
    const within = (inner: unknown) => plainSchema({ type: 'object', properties: { inner } });
    expect(within({ type: 'number' })).toBeDefined();
    for (const inner of [
      true,
      { $ref: '#' },
      { type: 'array' },
      { type: 'String' },
      { enum: [] },
      { enum: [1, 1] },
      { enum: [null] },
      { const: Number.NaN },
      { minLength: -1 },
      { pattern: '(' },
      { allOf: [{}] },
      { $comment: '' },
      { description: 'x'.repeat(200_000) },
    ]) {
      expect(within(inner)).toBeUndefined();
    }
    expect(plainSchema({ type: 'object', properties: {}, enum: [1] })).toBeUndefined();
    expect(plainSchema({ properties: {} })).toBeUndefined();
    const cyclic: SchemaObject = { type: 'object', properties: {} };
    (cyclic['properties'] as SchemaObject)['again'] = cyclic;
    expect(plainSchema(cyclic)).toBeUndefined();
  });

  it('gives what the long way gives, whenever it gives something', () => {
    let plain = 0;
    fc.assert(
      fc.property(schema, fc.boolean(), (given, asRoot) => {
        const root = asRoot ? { ...given, type: 'object' } : { type: 'object', properties: { inner: given } };
        const copy = plainSchema(root);
        if (copy === undefined) return;
        plain += 1;
        const expected = longWay(root);
        if (!('root' in expected)) throw new Error(expected.refused);
        expect(expected.weakened).toEqual([]);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(expected.root));
        const report = new WeakeningReport();
        expect(JSON.stringify(openAiSchema(copy, report))).toBe(JSON.stringify(openAiSchema(expected.root, report)));
        expect(report.list()).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
    expect(plain).toBeGreaterThan(30);
  });
});
