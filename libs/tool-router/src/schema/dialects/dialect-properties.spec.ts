import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import type { ProviderFormat } from '../../tool/provider-tools.js';
import { createToolProjection } from './tool-projection.js';

const FORMATS: readonly ProviderFormat[] = ['openai', 'openai-responses', 'anthropic', 'gemini'];

/** A schema with a way to make values for it: as sent to the tool, and with `null` where strict mode wants it. */
interface Sample {
  readonly schema: Record<string, unknown>;
  readonly value: fc.Arbitrary<{ readonly plain: unknown; readonly filled: unknown }>;
}

const same = (values: fc.Arbitrary<unknown>): Sample['value'] =>
  values.map((value) => ({ plain: value, filled: value }));

/** Names that every provider allows at the root, and names that look like something else. */
const plainName = fc.constantFrom('a', 'b', 'type', 'items', 'properties', 'constructor');
const anyName = fc.oneof(plainName, fc.constantFrom('$ref', '$schema', '$defs', 'x y', 'a/b', ''));

const leaf: fc.Arbitrary<Sample> = fc.oneof(
  fc.constantFrom(
    { schema: { type: 'string' }, value: same(fc.string()) },
    { schema: { type: 'string', minLength: 2, title: 'T' }, value: same(fc.string({ minLength: 2 })) },
    { schema: { type: 'string', pattern: '^[a-c]+$' }, value: same(fc.constantFrom('a', 'abc')) },
    { schema: { type: 'integer', minimum: 1, exclusiveMaximum: 9 }, value: same(fc.integer({ min: 1, max: 8 })) },
    { schema: { type: 'number', multipleOf: 0.5, default: 1 }, value: same(fc.constantFrom(0, 0.5, -3)) },
    { schema: { type: ['boolean', 'null'] }, value: same(fc.constantFrom(true, false, null)) },
    { schema: { enum: ['x', 1, null] }, value: same(fc.constantFrom('x', 1, null)) },
    { schema: { type: 'string', enum: ['x', 'y'] }, value: same(fc.constantFrom('x', 'y')) },
    { schema: { const: 'only', description: 'one' }, value: same(fc.constant('only')) },
    { schema: { type: 'null' }, value: same(fc.constant(null)) },
    { schema: { $ref: '#/$defs/Name' }, value: same(fc.constantFrom('n', 'nn')) },
    { schema: { $ref: '#/$defs/Name', description: 'named' }, value: same(fc.constantFrom('n', 'nn')) },
    { schema: { $ref: '#/$defs/Name', maxLength: 1 }, value: same(fc.constantFrom('n', 'm')) },
  ),
);

const DEFINITIONS = { Name: { type: 'string', minLength: 1 } };

const { node: anyNode } = fc.letrec<{ node: Sample; object: Sample }>((tie) => ({
  node: fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, tie('object'), listOf(tie('node')), unionOf(tie('node'))),
  object: objectOf(tie('node')),
}));

function objectOf(child: fc.Arbitrary<Sample>, name = anyName): fc.Arbitrary<Sample> {
  const fields = fc.uniqueArray(fc.record({ name, child, needed: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
    selector: (field) => field.name,
  });
  return fc.record({ fields, closed: fc.boolean(), split: fc.boolean() }).map(({ fields: own, closed, split }) => {
    const required = own.filter((field) => field.needed).map((field) => field.name);
    const properties = Object.fromEntries(own.map((field) => [field.name, field.child.schema]));
    const all = { type: 'object', properties, required, ...(closed ? { additionalProperties: false } : {}) };
    const schema = split ? { allOf: [{ properties, type: 'object' }, { required }], title: 'Split' } : all;
    const parts = own.map((field) =>
      fc
        .tuple(field.child.value, field.needed ? fc.constant(true) : fc.boolean())
        .map(([made, there]) => ({ name: field.name, made, there })),
    );
    const value = fc.tuple(...parts).map((made) => ({
      plain: Object.fromEntries(made.filter((part) => part.there).map((part) => [part.name, part.made.plain])),
      filled: Object.fromEntries(made.map((part) => [part.name, part.there ? part.made.filled : null])),
    }));
    return { schema, value };
  });
}

function listOf(child: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  return child.map(({ schema, value }) => ({
    schema: { type: 'array', items: schema, maxItems: 3 },
    value: fc.array(value, { maxLength: 3 }).map((made) => ({
      plain: made.map((item) => item.plain),
      filled: made.map((item) => item.filled),
    })),
  }));
}

function unionOf(child: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  return fc
    .record({ branches: fc.array(child, { minLength: 1, maxLength: 3 }), keyword: fc.constantFrom('anyOf', 'oneOf') })
    .map(({ branches, keyword }) => ({
      schema: { [keyword]: branches.map((branch) => branch.schema), description: 'choice' },
      value: fc.oneof(...branches.map((branch) => branch.value)),
    }));
}

/** A tool's root with values for it. */
const root = objectOf(anyNode, plainName).map(({ schema, value }) => ({
  schema: { ...schema, $defs: DEFINITIONS },
  value,
}));

const rootWithValues = root.chain(({ schema, value }) =>
  fc.record({ schema: fc.constant(schema), values: fc.array(value, { minLength: 1, maxLength: 5 }) }),
);

const LOOSE = { strictTypes: false, strictTuples: false, strictRequired: false, validateFormats: false } as const;

/** Minds unknown keywords; types may come from the source as it was. */
const knowing = new Ajv2020({ ...LOOSE, strictSchema: true });
const lenient = new Ajv2020({ ...LOOSE, strictSchema: false });
const strictest = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });

function compile(schema: object | undefined, ajv = knowing) {
  if (schema === undefined) throw new Error('the tool is refused');
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

function schemasOf(parameters: Record<string, unknown>, strict = false) {
  const projection = createToolProjection();
  const definition = { name: 't', description: '', parameters, strict };
  return {
    openai: projection.project(definition, 'openai').tool?.function.parameters,
    'openai-responses': projection.project(definition, 'openai-responses').tool?.parameters,
    anthropic: projection.project(definition, 'anthropic').tool?.input_schema,
    gemini: projection.project(definition, 'gemini').tool?.parametersJsonSchema,
  };
}

/** Every schema object of a strict schema, found without the code under test. */
function* strictNodes(schema: unknown): Generator<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null) throw new Error(`not a schema: ${JSON.stringify(schema)}`);
  const node: Record<string, unknown> = { ...schema };
  yield node;
  for (const map of [node['properties'], node['$defs']]) {
    for (const child of Object.values(Object(map) as object)) yield* strictNodes(child);
  }
  for (const child of [node['anyOf'] ?? []].flat()) yield* strictNodes(child);
  if (node['items'] !== undefined) yield* strictNodes(node['items']);
}

const KNOWN = new Set(
  (
    'type properties required additionalProperties items anyOf enum const $ref $defs description title pattern format ' +
    'multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems'
  ).split(' '),
);

describe('all dialects', () => {
  it('accept what the tool accepts', () => {
    fc.assert(
      fc.property(rootWithValues, ({ schema, values }) => {
        const accepts = compile(schema);
        for (const made of Object.values(schemasOf(schema))) {
          const takes = compile(made);
          for (const { plain } of values) if (accepts(plain)) expect(takes(plain) || made).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('give the same text each time and leave the definition alone', () => {
    fc.assert(
      fc.property(root, fc.boolean(), ({ schema }, strict) => {
        const before = JSON.stringify(schema);
        const definition = { name: 't', description: 'd', parameters: schema, strict };
        const texts = () => FORMATS.map((format) => createToolProjection().project(definition, format).json);
        expect(texts()).toEqual(texts());
        expect(JSON.stringify(schema)).toBe(before);
        expect(Object.isFrozen(schema)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('end on any JSON, and what they give compiles', () => {
    const keyword = fc.constantFrom(
      ...(
        'type properties required items anyOf oneOf allOf $ref $defs enum const not if then else prefixItems ' +
        'additionalProperties patternProperties minLength maximum pattern format description default dependencies ' +
        'definitions additionalItems exclusiveMinimum $id $anchor id'
      ).split(' '),
    );
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(null, true, false, 0, -1, 2.5, 'object', 'string', 'any', '#', '#/$defs/a', '(', '', 'null'),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(keyword, tie('json'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(json, fc.boolean(), (parameters, strict) => {
        const definition = { name: 't', description: '', parameters: parameters as never, strict };
        const projection = createToolProjection();
        for (const format of FORMATS) {
          const shape = projection.project(definition, format);
          expect(shape.refused === undefined).toBe(shape.tool !== undefined);
        }
        for (const made of Object.values(schemasOf(definition.parameters, strict))) {
          // Keywords that nobody knows are the tool's own: they stay, so ajv may not mind them.
          if (made !== undefined) expect(compile(made, lenient)).toBeTypeOf('function');
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the strict dialect', () => {
  it('closes every object and requires every property', () => {
    fc.assert(
      fc.property(root, ({ schema }) => {
        const shape = createToolProjection().project(
          { name: 't', description: '', parameters: schema, strict: true },
          'openai-responses',
        );
        expect([shape.tool?.strict, shape.weakened]).toEqual([true, expect.any(Array)]);
        for (const node of strictNodes(shape.tool?.parameters)) {
          for (const keyword of Object.keys(node)) expect(KNOWN).toContain(keyword);
          if ('$ref' in node) expect(Object.keys(node)).toEqual(['$ref']);
          if ([node['type']].flat().includes('object')) {
            expect(node['additionalProperties']).toBe(false);
            expect(node['required']).toEqual(Object.keys(Object(node['properties']) as object));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('accepts what the tool accepts, with null for what is left out', () => {
    fc.assert(
      fc.property(rootWithValues, ({ schema, values }) => {
        const accepts = compile(schema);
        const takes = compile(schemasOf(schema, true).openai);
        for (const { plain, filled } of values)
          if (accepts(plain)) expect([filled, takes(filled)]).toEqual([filled, true]);
      }),
      { numRuns: 60 },
    );
  });

  it('compiles in the strictest mode of ajv', () => {
    fc.assert(
      fc.property(root, ({ schema }) => {
        expect(compile(schemasOf(schema, true).openai, strictest)).toBeTypeOf('function');
      }),
      { numRuns: 50 },
    );
  });
});
