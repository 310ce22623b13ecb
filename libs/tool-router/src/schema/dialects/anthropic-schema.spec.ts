import { createToolProjection } from './tool-projection.js';

function anthropic(parameters: object) {
  const definition = { name: 't', description: 'does', parameters: { ...parameters }, strict: true };
  return createToolProjection().project(definition, 'anthropic');
}

describe('the Anthropic schema', () => {
  it('is the schema itself', () => {
    const parameters = {
      type: 'object',
      properties: {
        id: { type: 'string', pattern: '^(?!x)', format: 'uri', default: 'a' },
        map: { type: 'object', patternProperties: { '^k': { $ref: '#/$defs/V' } }, unevaluatedProperties: false },
        pick: { oneOf: [{ const: 1 }, { type: ['string', 'null'] }] },
        list: { type: 'array', contains: { minimum: 2 } },
      },
      required: ['id'],
      additionalProperties: { type: 'integer' },
      if: { required: ['map'] },
      else: { required: ['pick'] },
      $defs: { V: { enum: ['v', null] } },
    };
    expect(anthropic(parameters)).toMatchObject({ tool: { name: 't', description: 'does', input_schema: parameters } });
    expect(JSON.parse(anthropic(parameters).json ?? '').input_schema).toEqual(parameters);
    expect(anthropic(parameters).weakened).toEqual([]);
  });

  it('writes boolean schemas as objects, but for flags and closed tuples', () => {
    const shape = anthropic({
      type: 'object',
      properties: {
        open: true,
        never: false,
        list: { type: 'array', items: true },
        pair: { type: 'array', prefixItems: [true, { type: 'string' }], items: false },
        map: { type: 'object', additionalProperties: true, propertyNames: { not: true } },
      },
      additionalProperties: false,
    });
    expect(shape.weakened).toEqual([]);
    expect(shape.tool?.input_schema).toEqual({
      type: 'object',
      properties: {
        open: {},
        never: { not: {} },
        list: { type: 'array', items: {} },
        pair: { type: 'array', prefixItems: [{}, { type: 'string' }], items: false },
        map: { type: 'object', additionalProperties: true, propertyNames: { not: {} } },
      },
      additionalProperties: false,
    });
  });

  it('leaves out optional properties whose names the API refuses, at the root only', () => {
    const shape = anthropic({
      type: 'object',
      properties: { 'filter[id]': { type: 'string' }, ok: { type: 'object', properties: { 'a b': { type: 'null' } } } },
    });
    expect(shape.tool?.input_schema['properties']).toEqual({
      ok: { type: 'object', properties: { 'a b': { type: 'null' } } },
    });
    expect(shape.weakened).toEqual(['properties.filter[id]: left out, the API does not allow its name']);
  });

  it('is refused when such a property is required', () => {
    const shape = anthropic({ type: 'object', properties: { $top: { type: 'integer' } }, required: ['$top'] });
    expect(shape.tool).toBeUndefined();
    expect(shape.json).toBeUndefined();
    expect(shape.refused).toContain('"$top"');
  });

  it('has no combinator at the root', () => {
    const shape = anthropic({ type: 'object', anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] });
    expect(shape.tool?.input_schema).toEqual({ type: 'object', properties: { a: {}, b: {} } });
  });
});
