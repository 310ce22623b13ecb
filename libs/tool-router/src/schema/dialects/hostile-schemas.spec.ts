import type { ProviderFormat } from '../../tool/provider-tools.js';
import { createToolProjection } from './tool-projection.js';

const FORMATS: readonly ProviderFormat[] = ['openai', 'openai-responses', 'anthropic', 'gemini'];

/** Generous: on an idle machine each takes a few milliseconds. */
const MAX_MS = 5_000;

function projectAll(parameters: unknown) {
  const definition = { name: 't', description: '', strict: true, parameters: Object(parameters) as object as never };
  const projection = createToolProjection();
  return FORMATS.map((format) => projection.project(definition, format));
}

function chain(link: (next: object) => object): object {
  const names = Array.from({ length: 26 }, (_, level) => `L${level}`);
  return Object.fromEntries(
    names.map((name, level) => [name, level === 25 ? { type: 'string' } : link({ $ref: `#/$defs/L${level + 1}` })]),
  );
}

const BOMBS: Record<string, object> = {
  'properties that double': {
    properties: { p: { $ref: '#/$defs/L0' } },
    $defs: chain((next) => ({ type: 'object', properties: { a: next, b: { ...next } } })),
  },
  'allOf that doubles': {
    properties: { p: { $ref: '#/$defs/L0', minLength: 1 } },
    $defs: chain((next) => ({ allOf: [next, { ...next }] })),
  },
  'anyOf that doubles': {
    properties: { p: { $ref: '#/$defs/L0', minLength: 1 } },
    $defs: chain((next) => ({ anyOf: [next, { ...next }] })),
  },
  'a root that doubles': { $ref: '#/$defs/L0', $defs: chain((next) => ({ allOf: [next, { anyOf: [next, next] }] })) },
  'a union times a union': {
    properties: {
      p: {
        allOf: Array.from({ length: 30 }, (_, left) => ({
          anyOf: Array.from({ length: 30 }, (__, right) => ({
            properties: { [`a${left}_${right}`]: { type: 'string' } },
          })),
        })),
      },
    },
  },
  'mutual recursion': {
    properties: { a: { $ref: '#/$defs/A' } },
    $defs: {
      A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } }, minProperties: 1 },
      B: { type: 'object', properties: { a: { allOf: [{ $ref: '#/$defs/A' }, { maxProperties: 3 }] } } },
    },
  },
  'arrays inside themselves': {
    properties: { a: { $ref: '#/$defs/A', minItems: 1 } },
    $defs: { A: { type: 'array', items: { $ref: '#/$defs/A', maxItems: 2 } } },
  },
  'one big part joined again and again': {
    allOf: Array.from({ length: 3_000 }, (_, index) => ({
      $ref: `#/$defs/${index % 2 === 0 ? 'A' : 'B'}${index % 9}`,
    })),
    $defs: Object.fromEntries(
      ['A', 'B'].flatMap((letter) =>
        Array.from({ length: 9 }, (_, index) => [
          `${letter}${index}`,
          { required: Array.from({ length: 4_000 }, (__, name) => `${letter}${name}`) },
        ]),
      ),
    ),
  },
  'a target inside a target inside a target': {
    properties: {
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, level) => [`r${level}`, { $ref: `#/properties/deep${'/items'.repeat(level)}` }]),
      ),
      deep: Array.from({ length: 40 }).reduce<object>((items) => ({ type: 'array', items }), { type: 'string' }),
    },
  },
  'ten thousand properties': {
    properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }])),
  },
};

describe('hostile schemas', () => {
  it.each(Object.entries(BOMBS))('%s: every shape ends soon and stays small', (_name, parameters) => {
    const start = performance.now();
    const shapes = projectAll({ type: 'object', ...parameters });
    const sizes = shapes.map((shape) => shape.json?.length ?? 0);
    expect(performance.now() - start).toBeLessThan(MAX_MS);
    expect(Math.max(...sizes)).toBeLessThan(1_000_000);
    for (const shape of shapes) expect(shape.weakened.length).toBeLessThanOrEqual(51);
  });

  it.each([
    ['a root of text', { type: 'string' }],
    ['two megabytes', { type: 'object', properties: { a: { description: 'x'.repeat(2_000_000) } } }],
    [
      'five hundred levels',
      Array.from({ length: 500 }).reduce<object>((inner) => ({ type: 'object', properties: { inner } }), {}),
    ],
  ])('%s is refused by every shape, with the reason', (_name, parameters) => {
    for (const shape of projectAll(parameters)) {
      expect(shape.tool).toBeUndefined();
      expect(shape.json).toBeUndefined();
      expect(shape.refused).toEqual(expect.any(String));
    }
  });

  it('keeps properties with the names of built-in members in every shape', () => {
    const text =
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"},' +
      '"toString":{"$ref":"#/$defs/__proto__"},"hasOwnProperty":{"type":"boolean"}},' +
      '"required":["__proto__","constructor","toString","hasOwnProperty"],"$defs":{"__proto__":{"type":"integer"}}}';
    for (const shape of projectAll(JSON.parse(text))) {
      expect(shape.refused).toBeUndefined();
      expect(shape.json).toContain('"hasOwnProperty":{"type":"boolean"}');
      expect(shape.json).toContain('"__proto__":{"type":"string"}');
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'type')).toBe(false);
  });

  it('reports a bounded number of weakened places', () => {
    const many = Array.from({ length: 200 }, (_, index) => [`p${index}`, { type: 'string', format: 'uri' }] as const);
    const [shape] = projectAll({ type: 'object', properties: Object.fromEntries(many) });
    expect(shape?.weakened).toHaveLength(51);
    expect(shape?.weakened.at(-1)).toBe('and 150 more');
  });

  it('cuts a long description between characters', () => {
    const parameters = { type: 'object', properties: {} };
    const description = `${'x'.repeat(1023)}😀 and more`;
    const shape = createToolProjection().project({ name: 't', description, parameters }, 'anthropic');
    expect(shape.tool?.description).toBe('x'.repeat(1023));
    expect(shape.weakened).toEqual(['description: cut to 1024 characters']);
  });
});
