import { mapToObjects } from './boolean-schemas.js';
import { isPlainSchema } from './plain-schema.js';
import { typesOf } from './schema-types.js';
import type { SchemaObject } from './schema-node.js';
import type { WeakeningReport } from './weakening-report.js';

/**
 * The schema as OpenAI-like APIs take it without strict mode: everything is kept, arrays say what they hold,
 * and boolean schemas are written as objects.
 * The rules of the root (no `enum`, no `not`) are those that the API answers with.
 */
export function openAiSchema(root: SchemaObject, report: WeakeningReport): SchemaObject {
  if (isPlainSchema(root)) return root;
  const schema = withItems(root);
  for (const keyword of ['enum', 'not']) {
    if (!Object.hasOwn(schema, keyword)) continue;
    delete schema[keyword];
    report.add(keyword, 'is not allowed at the root');
  }
  return schema;
}

function withItems(schema: SchemaObject): SchemaObject {
  const result = mapToObjects(schema, withItems);
  delete result['$comment'];
  if (typesOf(result['type']).includes('array') && !Object.hasOwn(result, 'items')) result['items'] = {};
  return result;
}
