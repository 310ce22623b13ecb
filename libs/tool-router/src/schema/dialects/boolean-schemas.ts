import { mapChildren } from './schema-children.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { setKey } from './set-key.js';

/** Keywords that are written as `true` or `false` everywhere, and that every API reads so. */
const FLAGS = ['additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'];

/** What a boolean schema means, as an object: most APIs, and the Model Context Protocol, take nothing else. */
export function schemaAsObject(node: SchemaNode): SchemaObject {
  if (typeof node !== 'boolean') return node;
  return node ? {} : { not: {} };
}

/** The schemas of an object's properties, all of them objects. */
export function propertiesAsObjects(properties: SchemaObject): SchemaObject {
  if (!Object.values(properties).some((schema) => typeof schema === 'boolean')) return properties;
  const objects: SchemaObject = {};
  for (const [name, schema] of Object.entries(properties)) {
    setKey(objects, name, typeof schema === 'boolean' ? schemaAsObject(schema) : schema);
  }
  return objects;
}

/** One short spelling for "nothing is valid here", which `not` can say in two ways. */
export function shortSchema(node: SchemaNode): SchemaNode {
  if (!isSchemaObject(node) || Object.keys(node).join() !== 'not') return node;
  const { not } = node;
  return not === true || (isSchemaObject(not) && Object.keys(not).length === 0) ? false : node;
}

/** `mapChildren` for a dialect that takes boolean schemas only where they are flags, or close a tuple. */
export function mapToObjects(
  schema: SchemaObject,
  path: string,
  visit: (child: SchemaObject, path: string) => SchemaObject,
): SchemaObject {
  const result = mapChildren(schema, path, (child, childPath) => visit(schemaAsObject(child), childPath));
  for (const keyword of FLAGS) if (typeof schema[keyword] === 'boolean') result[keyword] = schema[keyword];
  if (schema['items'] === false) result['items'] = false;
  return result;
}
