import { typesOf } from './schema-types.js';
import type { SchemaObject } from './schema-node.js';

const HINTS: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The types that a plain schema means, where it does not say: those of its values, else of its keywords. */
export function inferredTypes(schema: SchemaObject): string[] {
  const declared = typesOf(schema['type']);
  if (declared.length > 0) return declared;
  const values = listedValues(schema);
  if (values !== undefined) return [...new Set(values.map(typeOfValue))];
  const hint = HINTS.find(([, keywords]) => keywords.some((keyword) => Object.hasOwn(schema, keyword)));
  return hint === undefined ? [] : [hint[0]];
}

/** The values that `const` or `enum` allow, if either is there. */
export function listedValues(schema: SchemaObject): unknown[] | undefined {
  const values = schema['enum'];
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  return Array.isArray(values) ? values : undefined;
}

/** The JSON type of a value; whole numbers are numbers. */
export function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a value is of one of the named types. */
export function isOfType(value: unknown, types: readonly string[]): boolean {
  return types.includes(typeOfValue(value)) || (types.includes('integer') && Number.isInteger(value));
}
