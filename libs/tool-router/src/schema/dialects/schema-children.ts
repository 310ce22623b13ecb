import { isSchemaNode, isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { setKey } from './set-key.js';

const SINGLE = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

const LIST = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);

const NAMED = new Set(['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']);

/** Rebuilds one schema position; `undefined` leaves the position out. */
export type ChildVisitor = (child: SchemaNode, path: string) => SchemaNode | undefined;

/** The path of something below a schema, as reports spell it. */
export function joinPath(path: string, step: string | number): string {
  return path === '' ? String(step) : `${path}.${step}`;
}

/**
 * A copy of a schema object whose direct sub-schemas went through a visitor.
 * Only keywords that hold schemas are entered: a property named `items`, an `enum` and a `default` are data.
 */
export function mapChildren(schema: SchemaObject, path: string, visit: ChildVisitor): SchemaObject {
  const result: SchemaObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const mapped = mapKeyword(keyword, value, joinPath(path, keyword), visit);
    if (mapped !== undefined) setKey(result, keyword, mapped);
  }
  return result;
}

function mapKeyword(keyword: string, value: unknown, path: string, visit: ChildVisitor): unknown {
  if (LIST.has(keyword) && Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      if (!isSchemaNode(item)) return [item];
      const mapped = visit(item, joinPath(path, index));
      return mapped === undefined ? [] : [mapped];
    });
  }
  if (SINGLE.has(keyword) && isSchemaNode(value)) return visit(value, path);
  if (NAMED.has(keyword) && isSchemaObject(value)) {
    const result: SchemaObject = {};
    for (const [name, item] of Object.entries(value)) {
      const mapped = isSchemaNode(item) ? visit(item, joinPath(path, name)) : item;
      if (mapped !== undefined) setKey(result, name, mapped);
    }
    return result;
  }
  return value;
}
