import { assumedType, narrowed, splitByType } from './gemini-types.js';
import { inferredTypes, isOfType, listedValues, typeOfValue } from './inferred-types.js';
import { joinPath } from './schema-children.js';
import { isSchemaNode, isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { setKey } from './set-key.js';
import type { WeakeningReport } from './weakening-report.js';

/** Keywords whose value goes out as it is: those that the API documents for JSON Schema, or has a field for. */
const PLAIN = new Set([
  'default',
  'description',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'pattern',
  'propertyOrdering',
  'title',
  'type',
]);

/** Keywords read below. */
const READ = new Set([
  '$comment',
  '$defs',
  'additionalProperties',
  'const',
  'definitions',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'items',
  'nullable',
  'prefixItems',
  'properties',
  'required',
]);

type Convert = (node: SchemaNode, path: string) => SchemaObject;

/** A plain schema in Gemini's subset; several where its values are of several types, as one `enum` lists one type. */
export function plainGeminiSchema(
  schema: SchemaObject,
  path: string,
  report: WeakeningReport,
  convert: Convert,
): SchemaObject[] {
  const result: SchemaObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (PLAIN.has(keyword)) result[keyword] = value;
    else if (!READ.has(keyword)) report.add(joinPath(path, keyword), 'is not known to Gemini');
  }
  bounds(schema, path, report, result);
  arrayKeywords(schema, path, convert, result);
  objectKeywords(schema, path, report, convert, result);
  const types = inferredTypes(schema);
  const values = listedValues(schema);
  const assumed = assumedType(result);
  if (assumed !== undefined && values === undefined) {
    result['type'] = assumed;
    report.add(joinPath(path, 'type'), `${assumed} is assumed`);
  }
  if (schema['nullable'] === true && types.length > 0) result['type'] = [...new Set([...types, 'null'])];
  return values === undefined ? splitByType(result) : listed(values, schema, path, report, result);
}

function bounds(schema: SchemaObject, path: string, report: WeakeningReport, result: SchemaObject): void {
  for (const [exclusive, bound, step] of [
    ['exclusiveMinimum', 'minimum', 1],
    ['exclusiveMaximum', 'maximum', -1],
  ] as const) {
    const limit = schema[exclusive];
    if (typeof limit !== 'number') continue;
    const whole = schema['type'] === 'integer' && Number.isInteger(limit);
    if (!whole) report.add(joinPath(path, exclusive), `is read as ${bound}`);
    const inclusive = whole ? limit + step : limit;
    const other = Number(schema[bound] ?? inclusive);
    result[bound] = step > 0 ? Math.max(inclusive, other) : Math.min(inclusive, other);
  }
}

function arrayKeywords(schema: SchemaObject, path: string, convert: Convert, result: SchemaObject): void {
  const { items, prefixItems } = schema;
  if (Array.isArray(prefixItems)) {
    const inside = joinPath(path, 'prefixItems');
    result['prefixItems'] = prefixItems
      .filter(isSchemaNode)
      .map((node, index) => convert(node, joinPath(inside, index)));
  }
  if (items === false) {
    const length = Array.isArray(prefixItems) ? prefixItems.length : 0;
    result['maxItems'] = Math.min(length, Number(schema['maxItems'] ?? length));
  }
  const holds = isSchemaNode(items) && items !== false ? items : true;
  if (items !== undefined || inferredTypes(schema).includes('array'))
    result['items'] = convert(holds, joinPath(path, 'items'));
}

function objectKeywords(
  schema: SchemaObject,
  path: string,
  report: WeakeningReport,
  convert: Convert,
  result: SchemaObject,
): void {
  const { properties, required, additionalProperties: additional, patternProperties } = schema;
  const converted: SchemaObject = {};
  for (const [name, node] of Object.entries(isSchemaObject(properties) ? properties : {})) {
    if (node === false || !isSchemaNode(node)) continue;
    setKey(converted, name, convert(node, joinPath(joinPath(path, 'properties'), name)));
  }
  if (properties !== undefined) result['properties'] = converted;
  // With the patterns gone, a closed object would refuse what they allowed.
  if (additional !== undefined && patternProperties === undefined) {
    const inside = joinPath(path, 'additionalProperties');
    result['additionalProperties'] = typeof additional === 'boolean' ? additional : convert(nodeOf(additional), inside);
  }
  if (!Array.isArray(required)) return;
  const known = required.filter((name) => Object.hasOwn(converted, String(name)));
  if (known.length < required.length) report.add(joinPath(path, 'required'), 'names without a property are left out');
  if (known.length > 0) result['required'] = known;
}

function nodeOf(value: unknown): SchemaNode {
  return isSchemaNode(value) ? value : true;
}

function listed(
  values: readonly unknown[],
  schema: SchemaObject,
  path: string,
  report: WeakeningReport,
  result: SchemaObject,
): SchemaObject[] {
  const declared = inferredTypes(schema);
  const groups = new Map<string, unknown[]>();
  for (const value of schema['nullable'] === true ? [...values, null] : values) {
    const type = typeOfValue(value);
    if (type !== 'null' && !isOfType(value, declared)) continue;
    if (type === 'null' && !declared.includes('null') && schema['nullable'] !== true) continue;
    const name = type === 'number' && !declared.includes('number') ? 'integer' : type;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  const [first] = groups.values();
  return [...groups].map(([type, group]) => {
    const plain = narrowed(group === first ? result : {}, type);
    if (type === 'string' || type === 'number' || type === 'integer') return { ...plain, enum: group };
    if (type !== 'null') report.add(joinPath(path, 'enum'), `values of type ${type} cannot be listed`);
    return plain;
  });
}
