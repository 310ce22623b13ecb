import { isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { setKey } from './set-key.js';

/** Keywords that say nothing about what is valid. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  '$defs',
  'default',
  'definitions',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);

/** Keywords that only mean something together with the others of their group. */
const GROUPS = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
];

type Join = (first: unknown, second: unknown) => unknown;

/**
 * One schema object for two that must both hold; neither may hold a `$ref` or a combinator.
 * Accepts at least what both accept: where the two cannot be said in one keyword, the first one stays.
 * @returns undefined where no value satisfies both
 */
export function intersectSchemas(
  first: SchemaObject,
  second: SchemaObject,
  onLoss: (keyword: string) => void,
): SchemaObject | undefined {
  const result: SchemaObject = { ...first };
  const skipped = new Set(GROUPS.filter((group) => group.some((keyword) => Object.hasOwn(first, keyword))).flat());
  for (const [keyword, value] of Object.entries(second)) {
    if (!Object.hasOwn(first, keyword) && !skipped.has(keyword)) {
      setKey(result, keyword, value);
      continue;
    }
    if (ANNOTATIONS.has(keyword) || sameJson(first[keyword], value)) continue;
    const join = skipped.has(keyword) ? undefined : JOINS.get(keyword);
    if (join === undefined) {
      onLoss(keyword);
      continue;
    }
    const joined = join(first[keyword], value);
    if (joined === undefined) return undefined;
    result[keyword] = joined;
  }
  return isEmptyEnum(result) ? undefined : result;
}

/** Whether two JSON values have the same text. */
export function sameJson(first: unknown, second: unknown): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second);
}

/** Both at once, for a place where a sub-schema stands. */
function both(first: unknown, second: unknown): unknown {
  if (first === false || second === false) return false;
  if (first === true) return second;
  if (second === true || sameJson(first, second)) return first;
  return { allOf: [first, second] };
}

function bothNamed(first: unknown, second: unknown): unknown {
  if (!isSchemaObject(first) || !isSchemaObject(second)) return first;
  const result: SchemaObject = { ...first };
  for (const [name, schema] of Object.entries(second)) {
    setKey(result, name, Object.hasOwn(first, name) ? both(first[name], schema) : schema);
  }
  return result;
}

function bothListed(first: unknown, second: unknown): unknown {
  if (!Array.isArray(first) || !Array.isArray(second)) return first;
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, index): unknown => {
    if (index >= first.length) return second[index];
    return index >= second.length ? first[index] : both(first[index], second[index]);
  });
}

function commonTypes(first: unknown, second: unknown): unknown {
  const [left, right] = [typesOf(first), typesOf(second)];
  const common = left.flatMap((type) => {
    if (right.includes(type)) return [type];
    if (type === 'integer' && right.includes('number')) return ['integer'];
    return type === 'number' && right.includes('integer') ? ['integer'] : [];
  });
  if (common.length === 0) return undefined;
  return common.length === 1 ? common[0] : [...new Set(common)];
}

/** The type names that a `type` keyword lists. */
export function typesOf(type: unknown): string[] {
  return [type].flat().filter((name) => typeof name === 'string');
}

function commonValues(first: unknown, second: unknown): unknown {
  if (!Array.isArray(first) || !Array.isArray(second)) return first;
  const texts = new Set(second.map((value) => JSON.stringify(value)));
  const common = first.filter((value) => texts.has(JSON.stringify(value)));
  return common.length === 0 ? undefined : common;
}

/** A `const` beside an `enum` that does not list it accepts nothing. */
function isEmptyEnum(schema: SchemaObject): boolean {
  const { enum: values, const: value } = schema;
  if (!Array.isArray(values) || !Object.hasOwn(schema, 'const')) return false;
  return !values.some((item) => sameJson(item, value));
}

const larger: Join = (first, second) => Math.max(Number(first), Number(second));
const smaller: Join = (first, second) => Math.min(Number(first), Number(second));

const JOINS: ReadonlyMap<string, Join> = new Map<string, Join>([
  ['type', commonTypes],
  ['enum', commonValues],
  ['const', () => undefined],
  ['required', (first, second) => [...new Set([first, second].flat())]],
  ['properties', bothNamed],
  ['patternProperties', bothNamed],
  ['dependentSchemas', bothNamed],
  ['prefixItems', bothListed],
  ['items', both],
  ['additionalProperties', both],
  ['propertyNames', both],
  ['minimum', larger],
  ['exclusiveMinimum', larger],
  ['minLength', larger],
  ['minItems', larger],
  ['minProperties', larger],
  ['maximum', smaller],
  ['exclusiveMaximum', smaller],
  ['maxLength', smaller],
  ['maxItems', smaller],
  ['maxProperties', smaller],
  ['uniqueItems', (first, second) => first === true || second === true],
]);

/** What stands beside the annotations of a schema. */
export function constraintsOf(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword)));
}

/** The annotations of a schema. */
export function annotationsOf(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.has(keyword)));
}

/** Whether a value can stand for "anything": no constraint at all. */
export function acceptsAnything(node: SchemaNode): boolean {
  return node === true || (isSchemaObject(node) && Object.keys(constraintsOf(node)).length === 0);
}
