import { mendKeyword } from './keyword-values.js';
import { shortSchema } from './boolean-schemas.js';
import { joinPath, mapChildren } from './schema-children.js';
import { isSchemaNode, isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { setKey } from './set-key.js';
import { quoted } from './weakening-report.js';
import type { WeakeningReport } from './weakening-report.js';

/**
 * The same schema in well-formed JSON Schema 2020-12: older drafts are translated, a keyword whose value no draft
 * knows is dropped and reported. A provider refuses a whole request for one malformed keyword.
 */
export function modernSchema(schema: SchemaObject, path: string, report: WeakeningReport): SchemaObject {
  const well: SchemaObject = {};
  for (const [keyword, value] of Object.entries(translate(schema))) {
    const mended = mendKeyword(keyword, value);
    if (mended === undefined) report.add(joinPath(path, keyword), `${quoted(value)} is not valid here`);
    else setKey(well, keyword, mended);
  }
  return mapChildren(well, path, (child, childPath): SchemaNode =>
    typeof child === 'boolean' ? child : shortSchema(modernSchema(child, childPath, report)),
  );
}

function translate(schema: SchemaObject): SchemaObject {
  const old =
    Array.isArray(schema['items']) ||
    Object.hasOwn(schema, 'additionalItems') ||
    Object.hasOwn(schema, 'dependencies') ||
    typeof schema['exclusiveMinimum'] === 'boolean' ||
    typeof schema['exclusiveMaximum'] === 'boolean';
  if (!old) return schema;
  const { items, additionalItems, dependencies, ...rest } = schema;
  if (Array.isArray(items)) {
    if (items.length > 0) rest['prefixItems'] = items;
    if (additionalItems !== undefined) rest['items'] = additionalItems;
  } else if (items !== undefined) {
    rest['items'] = items;
  }
  if (isSchemaObject(dependencies)) translateDependencies(dependencies, rest);
  translateExclusive(rest, 'minimum', 'exclusiveMinimum');
  translateExclusive(rest, 'maximum', 'exclusiveMaximum');
  return rest;
}

function translateDependencies(dependencies: SchemaObject, target: SchemaObject): void {
  const names: SchemaObject = {};
  const schemas: SchemaObject = {};
  for (const [name, value] of Object.entries(dependencies)) {
    if (Array.isArray(value)) setKey(names, name, value);
    else if (isSchemaNode(value)) setKey(schemas, name, value);
  }
  if (Object.keys(names).length > 0) target['dependentRequired'] ??= names;
  if (Object.keys(schemas).length > 0) target['dependentSchemas'] ??= schemas;
}

/** Draft 4 wrote `exclusiveMinimum: true` beside `minimum`. */
function translateExclusive(schema: SchemaObject, bound: string, exclusive: string): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  if (schema[exclusive] && typeof schema[bound] === 'number') {
    schema[exclusive] = schema[bound];
    delete schema[bound];
  } else {
    delete schema[exclusive];
  }
}
