import { createToolProjection } from './tool-projection.js';

function project(parameters: object, format: 'anthropic' | 'gemini') {
  const shape = createToolProjection().project({ name: 't', description: '', parameters: { ...parameters } }, format);
  const tool: object = shape.tool ?? {};
  const schema: unknown = Reflect.get(tool, format === 'gemini' ? 'parametersJsonSchema' : 'input_schema');
  return { schema, weakened: shape.weakened };
}

describe('references', () => {
  it('stay where a dialect knows them, together with the definitions', () => {
    const parameters = {
      type: 'object',
      properties: { top: { $ref: '#/$defs/Folder' }, old: { $ref: '#/definitions/a~1b%20c' } },
      $defs: { Folder: { type: 'object', properties: { inner: { $ref: '#/$defs/Folder' } } } },
      definitions: { 'a/b c': { type: 'string' } },
    };
    expect(project(parameters, 'anthropic')).toEqual({
      schema: {
        ...parameters,
        properties: { top: { $ref: '#/$defs/Folder' }, old: { $ref: '#/definitions/a~1b%20c' } },
      },
      weakened: [],
    });
    expect(project(parameters, 'gemini').schema).toMatchObject({ properties: { old: { type: 'string' } } });
  });

  it('to places outside the definitions, to anchors and to addresses become references to definitions', () => {
    const { schema, weakened } = project(
      {
        $id: 'https://example.test/tools/base',
        type: 'object',
        properties: {
          from: { type: 'string', format: 'date' },
          to: { $ref: '#/properties/from' },
          size: { $ref: '#size' },
          site: { $ref: 'https://example.test/tools/base#/$defs/Site' },
          page: { $ref: 'page' },
        },
        $defs: {
          Site: { type: 'string', minLength: 4 },
          Size: { $anchor: 'size', type: 'integer' },
          Page: { $id: 'https://example.test/tools/page', type: 'object' },
        },
      },
      'anthropic',
    );
    expect(weakened).toEqual([]);
    expect(schema).toEqual({
      type: 'object',
      properties: {
        from: { $ref: '#/$defs/ref1' },
        to: { $ref: '#/$defs/ref1' },
        size: { $ref: '#/$defs/Size' },
        site: { $ref: '#/$defs/Site' },
        page: { $ref: '#/$defs/Page' },
      },
      $defs: {
        Site: { type: 'string', minLength: 4 },
        Size: { type: 'integer' },
        Page: { type: 'object' },
        ref1: { type: 'string', format: 'date' },
      },
    });
  });

  it.each([
    'https://127.0.0.1:9/schema.json',
    'file:///etc/hostname',
    'other.json#/a',
    '#/$defs/absent',
    '#/%E0',
    'http://[',
  ])('to %s become "anything", with a report', (reference) => {
    const { schema, weakened } = project(
      { type: 'object', properties: { x: { $ref: reference, description: 'outside' } } },
      'anthropic',
    );
    expect(schema).toEqual({ type: 'object', properties: { x: { description: 'outside' } } });
    expect(weakened).toEqual([`properties.x.$ref: ${JSON.stringify(reference)} is not in the schema`]);
  });

  it('at the root are followed, also over several steps', () => {
    const { schema } = project(
      {
        $ref: '#/$defs/A',
        $defs: { A: { $ref: '#/$defs/B' }, B: { type: 'object', properties: { n: { $ref: '#/$defs/A' } } } },
      },
      'anthropic',
    );
    expect(schema).toMatchObject({ type: 'object', properties: { n: { $ref: '#/$defs/A' } } });
    expect(schema).not.toHaveProperty('$ref');
  });

  it('at the root that only refer to each other give an empty object', () => {
    const loop = { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } };
    expect(project(loop, 'gemini').schema).toEqual({ type: 'object', properties: {} });
  });

  it.each([
    ['two definitions', { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A', type: 'string' } }, '$defs.B.$ref'],
    ['a definition and itself', { A: { $ref: '#/$defs/A', type: 'string' } }, '$defs.A.$ref'],
    ['a part of a choice', { A: { anyOf: [{ $ref: '#/$defs/A', type: 'string' }] } }, '$defs.A.anyOf.$ref'],
  ])('cuts a loop of %s that says nothing', (_, $defs, place) => {
    const definition = { name: 't', description: '', parameters: { properties: { a: { $ref: '#/$defs/A' } }, $defs } };
    const projection = createToolProjection();
    for (const format of ['openai', 'anthropic', 'gemini'] as const) {
      const { json, weakened } = projection.project(definition, format);
      expect(weakened).toContain(`${place}: leads back to itself`);
      expect(json).toContain('"type":"string"');
    }
    const strict = projection.project({ ...definition, strict: true }, 'openai-responses');
    expect(strict.tool?.strict).toBe(true);
  });

  it('keeps a recursion that goes into a value, and a long chain', () => {
    const names = Array.from({ length: 15_000 }, (__, index) => `D${index}`);
    const chain = names.map((name, index) => [
      name,
      index === 0 ? { type: 'string' } : { $ref: `#/$defs/D${index - 1}` },
    ]);
    const Tree = { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/Tree' } } } };
    const $defs: object = { ...Object.fromEntries(chain), Tree };
    const properties = { tree: { $ref: '#/$defs/Tree' }, end: { $ref: '#/$defs/D14999' } };
    const definition = { name: 't', description: '', parameters: { type: 'object', properties, $defs } };
    const shape = createToolProjection().project(definition, 'anthropic');
    expect(shape.weakened).toEqual([]);
    expect(shape.tool?.input_schema).toEqual(definition.parameters);
  });
});
