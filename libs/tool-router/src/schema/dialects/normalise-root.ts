import type { JsonObjectSchema } from '../../tool/json.js';
import { propertiesAsObjects } from './boolean-schemas.js';
import { copyJson } from './copy-json.js';
import { mapChildren } from './schema-children.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { setKey } from './set-key.js';

/** A schema whose root is an object, or why it cannot become one. */
export type NormalisedRoot = { readonly schema: JsonObjectSchema } | { readonly refused: string };

/**
 * A copy of a tool's input schema whose root every consumer can rely on: `type` is `object`, `properties` is there and
 * holds objects.
 * Only what is broken is touched, anything else stays as it was written.
 */
export function normaliseRoot(source: unknown): NormalisedRoot {
  const copied = copyJson(source);
  if ('refused' in copied) return copied;
  const { copy } = copied;
  if (copy === undefined || copy === null || copy === true) return { schema: { type: 'object', properties: {} } };
  if (!isSchemaObject(copy)) return { refused: `the schema is ${kindOf(copy)}, not an object` };
  const root = withoutNullTypes(copy);
  if (!allowsObject(root['type'])) return { refused: `the root type is ${JSON.stringify(root['type'])}, not object` };
  const schema: SchemaObject = Object.hasOwn(root, 'type') ? {} : { type: 'object' };
  for (const [keyword, value] of Object.entries(root)) {
    if (keyword === 'type') schema[keyword] = 'object';
    else if (keyword !== 'required' || value !== null) setKey(schema, keyword, value);
  }
  const { properties } = schema;
  schema['properties'] = isSchemaObject(properties) ? propertiesAsObjects(properties) : {};
  return { schema: schema as JsonObjectSchema };
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return value === false ? 'false (it accepts nothing)' : `a ${typeof value}`;
}

function allowsObject(type: unknown): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

/** `type: null` is what serialisers write for "no type": it says nothing. */
function withoutNullTypes(schema: SchemaObject): SchemaObject {
  const mapped = mapChildren(schema, '', (child): SchemaNode =>
    typeof child === 'boolean' ? child : withoutNullTypes(child),
  );
  if (mapped['type'] === null) delete mapped['type'];
  return mapped;
}
