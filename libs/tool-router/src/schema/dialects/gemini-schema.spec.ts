import { createToolProjection } from './tool-projection.js';

function gemini(parameters: object) {
  const shape = createToolProjection().project({ name: 't', description: '', parameters: { ...parameters } }, 'gemini');
  return { schema: shape.tool?.parametersJsonSchema, weakened: shape.weakened };
}

function property(schema: unknown) {
  const made = gemini({ type: 'object', properties: { p: schema } });
  return { schema: Reflect.get(Object(made.schema?.['properties']), 'p') as unknown, weakened: made.weakened };
}

/** A tree with the given schema below its children. */
function tree(items: unknown) {
  return {
    type: 'object',
    properties: { label: { type: 'string' }, kids: { type: 'array', items } },
  };
}

describe('the Gemini schema', () => {
  it.each([
    [{ type: 'string', minLength: 2, maxLength: 5, pattern: '^a', format: 'date' }],
    [{ type: ['string', 'null'], description: 'd', title: 'T' }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ type: 'array', items: { type: 'number', minimum: 1, maximum: 3 }, minItems: 1, maxItems: 4 }],
    [{ type: 'object', properties: { a: { type: 'null' } }, required: ['a'], additionalProperties: false }],
    [{ type: 'object', additionalProperties: { type: 'integer' } }],
    [{ type: 'string', enum: ['a', 'b'] }],
    [{}],
  ])('keeps %j', (schema) => {
    expect(property(schema)).toEqual({ schema, weakened: [] });
  });

  it.each([
    [{ const: 'x' }, { type: 'string', enum: ['x'] }],
    [
      { enum: ['a', 2, null] },
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'number', enum: [2] }, { type: 'null' }] },
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'boolean' }] }, { anyOf: [{ type: 'string' }, { type: 'boolean' }] }],
    [
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 },
      { type: 'integer', minimum: 1, maximum: 8 },
    ],
    [{ type: 'array' }, { type: 'array', items: {} }],
    [
      { type: 'array', items: [{ type: 'string' }], additionalItems: false },
      { type: 'array', prefixItems: [{ type: 'string' }], items: {}, maxItems: 1 },
    ],
    [{ allOf: [{ type: 'string' }, { maxLength: 4 }] }, { type: 'string', maxLength: 4 }],
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: ['array', 'null'], items: { type: 'string' }, maxItems: 3 },
      { anyOf: [{ type: 'array', items: { type: 'string' }, maxItems: 3 }, { type: 'null' }] },
    ],
    [
      { type: 'object', properties: { a: {} }, required: ['a'], nullable: true },
      { anyOf: [{ type: 'object', properties: { a: {} }, required: ['a'] }, { type: 'null' }] },
    ],
    [
      { type: ['string', 'object', 'number', 'array'], minLength: 1, properties: { a: {} }, minimum: 2 },
      {
        anyOf: [
          { type: 'object', properties: { a: {} }, minLength: 1, minimum: 2 },
          { type: 'array', items: {}, minLength: 1, minimum: 2 },
          { type: ['string', 'number'], minLength: 1, minimum: 2 },
        ],
      },
    ],
    [{ type: 'string', items: {}, properties: {} }, { type: 'string' }],
  ])('says %j in its own words', (source, schema) => {
    expect(property(source)).toEqual({ schema, weakened: [] });
  });

  it.each([
    [{ type: 'number', exclusiveMinimum: 0 }, { type: 'number', minimum: 0 }, 'exclusiveMinimum: is read as minimum'],
    [
      { type: 'array', items: {}, uniqueItems: true },
      { type: 'array', items: {} },
      'uniqueItems: is not known to Gemini',
    ],
    [{ type: 'string', not: { const: 'a' } }, { type: 'string' }, 'not: is not known to Gemini'],
    [
      { properties: { a: {} }, required: ['a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
      'type: object is assumed',
    ],
    [{ items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }, 'type: array is assumed'],
    [{ const: [1] }, { type: 'array', items: {} }, 'enum: values of type array cannot be listed'],
    [{ const: true }, { type: 'boolean' }, 'enum: values of type boolean cannot be listed'],
    [
      { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false },
      { type: 'object' },
      'patternProperties: is not known to Gemini',
    ],
    [{ type: 'object', required: ['z'] }, { type: 'object' }, 'required: names without a property are left out'],
  ])('weakens %j and says so', (source, schema, entry) => {
    expect(property(source)).toEqual({ schema, weakened: [`properties.p.${entry}`] });
  });

  it('puts what a reference means in its place, beside what stands there', () => {
    const { schema, weakened } = gemini({
      type: 'object',
      properties: { a: { $ref: '#/$defs/Name', description: 'own' }, b: { $ref: '#/$defs/Name' } },
      $defs: { Name: { type: 'string', description: 'general' } },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string', description: 'own' }, b: { type: 'string', description: 'general' } },
    });
    expect(weakened).toEqual([]);
  });

  it('cuts recursion after a few levels', () => {
    const { schema, weakened } = gemini({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Tree' } },
      $defs: {
        Tree: {
          type: 'object',
          properties: { label: { type: 'string' }, kids: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
        },
      },
    });
    expect(schema).toEqual({ type: 'object', properties: { tree: tree(tree(tree({}))) } });
    expect(weakened).toHaveLength(1);
    expect(weakened[0]).toMatch(/the recursion is cut here$/);
  });

  it('takes a union of more references than it follows in depth', () => {
    const names = Array.from({ length: 40 }, (_, index) => `D${index}`);
    const { schema, weakened } = gemini({
      type: 'object',
      properties: { u: { anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) } },
      $defs: Object.fromEntries(names.map((name) => [name, { type: 'string', title: name }])),
    });
    expect(schema).toMatchObject({ properties: { u: { anyOf: names.map((title) => ({ type: 'string', title })) } } });
    expect(weakened).toEqual([]);
  });
});
