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
        open: true,
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
