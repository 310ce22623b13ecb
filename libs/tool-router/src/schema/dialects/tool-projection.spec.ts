import { createToolProjection } from './tool-projection.js';

const definition = {
  name: 'find_books',
  description: 'Finds books.',
  parameters: {
    type: 'object',
    properties: { title: { type: 'string', minLength: 2 }, year: { type: 'integer' } },
    required: ['title'],
  },
} as const;

describe('createToolProjection', () => {
  it('gives each provider its own shape', () => {
    const projection = createToolProjection();
    const { parameters, ...rest } = definition;
    expect(projection.project(definition, 'openai').tool).toEqual({ type: 'function', function: definition });
    expect(projection.project(definition, 'openai-responses').tool).toEqual({
      type: 'function',
      ...definition,
      strict: false,
    });
    expect(projection.project(definition, 'anthropic').tool).toEqual({ ...rest, input_schema: parameters });
    expect(projection.project(definition, 'gemini').tool).toEqual({ ...rest, parametersJsonSchema: parameters });
  });

  it('makes a shape once, frozen to the bottom, with the text of the tool', () => {
    const projection = createToolProjection();
    const shape = projection.project(definition, 'openai');
    expect(projection.project(definition, 'openai')).toBe(shape);
    expect(Object.isFrozen(shape)).toBe(true);
    expect(Object.isFrozen(shape.tool?.function.parameters['properties'])).toBe(true);
    expect(JSON.parse(shape.json ?? '')).toEqual(shape.tool);
    expect(shape.json).toBe(shape.json);
  });
});
