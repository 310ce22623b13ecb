import { mapToObjects } from './boolean-schemas.js';
import { isPlainSchema } from './plain-schema.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaObject } from './schema-node.js';
import { joinPath } from './schema-children.js';
import { setKey } from './set-key.js';
import type { WeakeningReport } from './weakening-report.js';

/** What the Messages API demands of the names of the root's properties (not of deeper ones). */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/** The schema, or why the API would refuse it. */
export type AnthropicSchema = { readonly schema: SchemaObject } | { readonly refused: string };

/** The schema as Anthropic's API takes it: JSON Schema 2020-12 without loss, but for names that it refuses. */
export function anthropicSchema(source: SchemaObject, report: WeakeningReport): AnthropicSchema {
  const root = isPlainSchema(source) ? source : withObjects(source);
  const properties = isSchemaObject(root['properties']) ? root['properties'] : {};
  const names = Object.keys(properties);
  if (names.every((name) => PROPERTY_NAME.test(name))) return { schema: root };
  const required = Array.isArray(root['required']) ? root['required'] : [];
  const kept: SchemaObject = {};
  for (const name of names) {
    if (PROPERTY_NAME.test(name)) setKey(kept, name, properties[name]);
    else if (required.includes(name))
      return { refused: `the API does not allow the name of the required property ${JSON.stringify(name)}` };
    else report.add(joinPath('properties', name), 'left out, the API does not allow its name');
  }
  return { schema: { ...root, properties: kept } };
}

function withObjects(schema: SchemaObject): SchemaObject {
  return mapToObjects(schema, '', withObjects);
}
