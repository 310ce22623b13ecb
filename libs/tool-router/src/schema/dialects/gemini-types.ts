import type { SchemaObject } from './schema-node.js';
import { typesOf } from './schema-types.js';

/** Keywords that the API takes only where their type stands, and stands alone. */
const OF_TYPE: ReadonlyMap<string, readonly string[]> = new Map([
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems']],
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties', 'propertyOrdering']],
]);

/** The type that the keywords of a schema without one can only mean. */
export function assumedType(schema: SchemaObject): string | undefined {
  if (schema['type'] !== undefined) return undefined;
  for (const [type, keywords] of OF_TYPE) {
    if (keywords.some((keyword) => Object.hasOwn(schema, keyword))) return type;
  }
  return undefined;
}

/** The schema for one of its types (or several that share no keyword of objects and arrays), without what others mean. */
export function narrowed(schema: SchemaObject, type: string | readonly string[]): SchemaObject {
  const foreign = new Set([...OF_TYPE].flatMap(([name, keywords]) => (name === type ? [] : keywords)));
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !foreign.has(keyword)));
  return type === 'array' ? { ...kept, type, items: kept['items'] ?? {} } : { ...kept, type };
}

/** One schema per type where objects or arrays are among the types. */
export function splitByType(schema: SchemaObject): SchemaObject[] {
  const types = typesOf(schema['type']);
  if (types.length === 0) return [schema];
  const simple = types.filter((type) => !OF_TYPE.has(type));
  const own = types.filter((type) => OF_TYPE.has(type)).map((type) => narrowed(schema, type));
  const [only, ...more] = simple;
  if (only === undefined) return own;
  return [...own, narrowed(schema, more.length === 0 ? only : simple)];
}
