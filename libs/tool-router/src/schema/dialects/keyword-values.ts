import { isSchemaObject } from './schema-node.js';

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

type Mend = (value: unknown) => unknown;

/** The value in the shape that JSON Schema 2020-12 asks of the keyword; `undefined` where it cannot be had. */
export function mendKeyword(keyword: string, value: unknown): unknown {
  const mend = MENDS.get(keyword);
  return mend === undefined ? value : mend(value);
}

const text: Mend = (value) => (typeof value === 'string' ? value : undefined);
const flag: Mend = (value) => (typeof value === 'boolean' ? value : undefined);
const number: Mend = (value) => (typeof value === 'number' ? value : undefined);
const positive: Mend = (value) => (typeof value === 'number' && value > 0 ? value : undefined);
const count: Mend = (value) => (Number.isInteger(value) && Number(value) >= 0 ? value : undefined);
const schema: Mend = (value) => (isSchemaObject(value) || typeof value === 'boolean' ? value : undefined);
const list: Mend = (value) => (Array.isArray(value) ? value : undefined);
const strings: Mend = (value) =>
  Array.isArray(value) ? [...new Set(value.filter((item) => typeof item === 'string'))] : undefined;

const schemas: Mend = (value) => {
  if (!Array.isArray(value)) return undefined;
  const kept = value.filter((item) => schema(item) !== undefined);
  return kept.length === 0 ? undefined : kept;
};

const values: Mend = (value) => {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return [...new Map(value.map((item: unknown) => [JSON.stringify(item), item])).values()];
};

const type: Mend = (value) => {
  if (typeof value === 'string') return typeName(value);
  if (!Array.isArray(value)) return undefined;
  const names = new Set(value.map(typeName));
  // An unknown name among the others may have meant "anything".
  return names.size === 0 || names.has(undefined) ? undefined : [...names];
};

function typeName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.toLowerCase();
  return TYPES.has(name) ? name : undefined;
}

const pattern: Mend = (value) => (typeof value === 'string' && isPattern(value) ? value : undefined);

const patterns: Mend = (value) =>
  isSchemaObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => isPattern(key))) : undefined;

/** Authors write for either dialect of regular expressions: the one with the `u` flag refuses some old spellings. */
function isPattern(source: string): boolean {
  for (const flags of ['u', '']) {
    try {
      RegExp(source, flags);
      return true;
    } catch {
      continue;
    }
  }
  return false;
}

const named: Mend = (value) => {
  if (!isSchemaObject(value)) return undefined;
  // The name says more than a schema that cannot be read.
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, schema(item) ?? {}]));
};

const dependents: Mend = (value) =>
  isSchemaObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, item]) => {
          const names = strings(item);
          return names === undefined ? [] : [[name, names] as const];
        }),
      )
    : undefined;

const MENDS: ReadonlyMap<string, Mend> = new Map([
  ['type', type],
  ['enum', values],
  ['required', strings],
  ['pattern', pattern],
  ['multipleOf', positive],
  ['dependentRequired', dependents],
  ['examples', list],
  ['$defs', named],
  ['definitions', named],
  ['dependentSchemas', named],
  ['properties', named],
  ['patternProperties', (value) => named(patterns(value))],
  ...keywords(schemas, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...keywords(schema, 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not'),
  ...keywords(schema, 'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'),
  ...keywords(number, 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'),
  ...keywords(count, 'maxContains', 'maxItems', 'maxLength', 'maxProperties'),
  ...keywords(count, 'minContains', 'minItems', 'minLength', 'minProperties'),
  ...keywords(text, '$comment', 'contentEncoding', 'contentMediaType', 'description', 'format', 'title'),
  ...keywords(flag, 'deprecated', 'nullable', 'readOnly', 'uniqueItems', 'writeOnly'),
]);

function keywords(mend: Mend, ...names: string[]): [string, Mend][] {
  return names.map((name) => [name, mend]);
}
