import { typesOf } from './schema-types.js';
import { listedValues } from './inferred-types.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaObject } from './schema-node.js';

/** The same strict schema, but `null` is valid too: how strict mode says that a property may be left out. */
export function nullableSchema(schema: SchemaObject): SchemaObject {
  const { anyOf, $ref, ...rest } = schema;
  if (Array.isArray(anyOf)) return anyOf.some(acceptsNull) ? schema : { ...rest, anyOf: [...anyOf, { type: 'null' }] };
  if ($ref !== undefined) return { ...rest, anyOf: [{ $ref }, { type: 'null' }] };
  if (acceptsNull(schema)) return schema;
  const { const: _single, ...open } = schema;
  const values = listedValues(schema);
  return {
    ...open,
    type: [...new Set([...typesOf(schema['type']), 'null'])],
    ...(values === undefined ? {} : { enum: [...new Set([...values, null])] }),
  };
}

function acceptsNull(node: unknown): boolean {
  if (!isSchemaObject(node) || !typesOf(node['type']).includes('null')) return false;
  return listedValues(node)?.includes(null) ?? true;
}
