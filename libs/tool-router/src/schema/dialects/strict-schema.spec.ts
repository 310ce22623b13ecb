import { createToolProjection } from './tool-projection.js';

function strict(parameters: object) {
  const definition = { name: 't', description: '', parameters: { ...parameters }, strict: true };
  const shape = createToolProjection().project(definition, 'openai');
  return { ...shape.tool?.function, weakened: shape.weakened };
}

/** The strict schema of one required property. */
function property(schema: unknown, more: object = {}) {
  const made = strict({ type: 'object', properties: { p: schema }, required: ['p'], ...more });
  const properties: object = Object(made.parameters?.['properties']);
  return { strict: made.strict, schema: Reflect.get(properties, 'p') as unknown, weakened: made.weakened };
}

/** A closed object with two properties of the given types. */
function closed(a: unknown, b: unknown) {
  return {
    type: 'object',
    properties: { a: { type: a }, b: { type: b } },
    required: ['a', 'b'],
    additionalProperties: false,
  };
}

describe('the strict OpenAI schema', () => {
  it('closes every object and requires every property, null standing for "left out"', () => {
    const made = strict({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'where' },
        days: { type: 'integer', minimum: 1, maximum: 14 },
        unit: { enum: ['C', 'F'], type: 'string' },
        mode: { const: 'fast' },
        place: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        maybe: { type: ['string', 'null'] },
        box: { type: 'object', properties: { w: { type: 'number' } } },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
      },
      required: ['city'],
    });
    expect(made.strict).toBe(true);
    expect(made.weakened).toEqual([]);
    expect(made.parameters).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'where' },
        days: { type: ['integer', 'null'], minimum: 1, maximum: 14 },
        unit: { type: ['string', 'null'], enum: ['C', 'F', null] },
        mode: { type: ['string', 'null'], enum: ['fast', null] },
        place: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
        maybe: { type: ['string', 'null'] },
        box: {
          type: ['object', 'null'],
          properties: { w: { type: ['number', 'null'] } },
          required: ['w'],
          additionalProperties: false,
        },
        tags: { type: ['array', 'null'], items: { type: 'string' }, minItems: 1 },
      },
      required: ['city', 'days', 'unit', 'mode', 'place', 'maybe', 'box', 'tags'],
      additionalProperties: false,
    });
  });

  it('keeps recursion as references, the used definitions only', () => {
    const made = strict({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Tree', description: 'whole' }, next: { $ref: '#' } },
      required: ['tree'],
      $defs: {
        Tree: { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/Tree' } } } },
        Unused: { type: 'object', patternProperties: { x: true } },
      },
    });
    expect(made).toMatchObject({ strict: true, weakened: [] });
    expect(made.parameters).toEqual({
      type: 'object',
      properties: {
        tree: { description: 'whole', anyOf: [{ $ref: '#/$defs/Tree' }] },
        next: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
      },
      required: ['tree', 'next'],
      additionalProperties: false,
      $defs: {
        Tree: {
          type: 'object',
          properties: { kids: { type: ['array', 'null'], items: { $ref: '#/$defs/Tree' } } },
          required: ['kids'],
          additionalProperties: false,
        },
      },
    });
  });

  it.each([
    [{ type: 'string', format: 'uri' }, { type: 'string' }, 'properties.p.format: "uri" is not known to strict mode'],
    [{ type: 'string', minLength: 3 }, { type: 'string' }, 'properties.p.minLength: is not known to strict mode'],
    [{ type: 'boolean', default: true }, { type: 'boolean' }, 'properties.p.default: is not known to strict mode'],
    [
      { type: 'string', pattern: '^(?!x)' },
      { type: 'string' },
      'properties.p.pattern: look-around and back references are not known to strict mode',
    ],
    [
      { type: 'array', items: { type: 'integer' }, uniqueItems: true },
      { type: 'array', items: { type: 'integer' } },
      'properties.p.uniqueItems: is not known to strict mode',
    ],
    [
      { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
      { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
      'properties.p.oneOf: is read as anyOf',
    ],
    [{ minimum: 4 }, { type: 'number', minimum: 4 }, 'properties.p.type: number is assumed'],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, maxItems: 2 },
      'properties.p.prefixItems: the order of the items is not known to strict mode',
    ],
  ])('weakens %j and says so', (source, schema, entry) => {
    expect(property(source)).toEqual({ strict: true, schema, weakened: [entry] });
  });

  it.each([
    [{ type: 'string', format: 'date-time' }],
    [{ type: 'string', pattern: '^[a-z]+$' }],
    [{ type: 'number', multipleOf: 0.5, exclusiveMinimum: 0 }],
    [{ type: ['string', 'integer', 'null'] }],
    [{ type: 'null' }],
    [{ type: 'string', title: 'T', description: 'd' }],
  ])('keeps %j', (schema) => {
    expect(property(schema)).toEqual({ strict: true, schema, weakened: [] });
  });

  it('says where null is valid, however it was written', () => {
    expect(property({ enum: ['a', null] }).schema).toEqual({ type: ['string', 'null'], enum: ['a', null] });
    expect(property({ type: 'string', nullable: true }).schema).toEqual({ type: ['string', 'null'] });
    expect(property({ type: 'string', enum: ['a'], nullable: true }).schema).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
  });

  it('joins allOf and multiplies unions out', () => {
    const base = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    expect(property({ allOf: [base, { required: ['a'] }] }).schema).toEqual(closed('string', ['string', 'null']));
    expect(property({ ...base, anyOf: [{ required: ['a'] }, { required: ['b'] }] }).schema).toEqual({
      anyOf: [closed('string', ['string', 'null']), closed(['string', 'null'], 'string')],
    });
  });

  it('drops an optional property that must be absent', () => {
    const made = strict({ type: 'object', properties: { a: { type: 'string' }, b: false }, required: ['a'] });
    expect(made.parameters?.['required']).toEqual(['a']);
  });

  it('closes an empty root: a tool without arguments', () => {
    expect(strict({})).toMatchObject({
      strict: true,
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    });
  });

  it.each([
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'properties.p.additionalProperties: an open object'],
    [
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
      'properties.p.additionalProperties: an open object',
    ],
    [{ type: 'object', patternProperties: { '^x': { type: 'string' } } }, 'properties.p.patternProperties: an open'],
    [{ type: 'object' }, 'properties.p: an object without named properties'],
    [{}, 'properties.p: anything is valid here'],
    [true, 'properties.p: anything is valid here'],
    [{ type: 'array' }, 'properties.p.items: anything is valid here'],
    [{ type: 'object', properties: { a: { type: 'string' } }, required: ['b'] }, 'properties.p.required: "b"'],
    [{ enum: [{ a: 1 }] }, 'properties.p: objects and arrays cannot be listed'],
    [{ allOf: [{ type: 'string' }, { type: 'number' }] }, 'properties.p: nothing is valid here'],
    [{ enum: Array.from({ length: 1001 }, (_, index) => `v${index}`) }, 'properties.p: over 1000 values'],
    [{ enum: Array.from({ length: 251 }, (_, index) => `${index}`.padEnd(70)) }, 'properties.p: over 15000 characters'],
    [
      { type: 'object', properties: { a: { type: 'string' } }, else: { properties: { b: { type: 'string' } } } },
      'properties.p.else: a condition that adds properties',
    ],
  ])('goes out without strict mode when it cannot say %j', (schema, reason) => {
    const made = strict({ type: 'object', properties: { p: schema } });
    expect(made.strict).toBe(false);
    expect(made.weakened).toHaveLength(1);
    expect(made.weakened[0]).toContain(reason);
    expect(made.weakened[0]).toMatch(/: strict mode is off$/);
    expect(made.parameters).not.toHaveProperty('additionalProperties');
  });

  it('goes out without strict mode above the documented sizes', () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 10; level += 1) deep = { type: 'object', properties: { in: deep }, required: ['in'] };
    expect(strict({ type: 'object', properties: { d: deep } }).weakened.join()).toMatch(/nest over 10 levels/);

    const many = Array.from({ length: 5001 }, (_, index) => [`p${index}`, { type: 'string' }] as const);
    expect(strict({ type: 'object', properties: Object.fromEntries(many) }).weakened.join()).toMatch(/over 5000/);

    const long = Array.from({ length: 200 }, (_, index) => [`p${index}`.padEnd(700, 'x'), { type: 'null' }] as const);
    expect(strict({ type: 'object', properties: Object.fromEntries(long) }).weakened.join()).toMatch(/over 120000/);
  });

  it('is flat and explicit for the Responses API', () => {
    const definition = {
      name: 'sum',
      description: 'adds',
      strict: true,
      parameters: { type: 'object', properties: {} },
    };
    expect(createToolProjection().project(definition, 'openai-responses').tool).toEqual({
      type: 'function',
      name: 'sum',
      description: 'adds',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
      strict: true,
    });
  });
});
