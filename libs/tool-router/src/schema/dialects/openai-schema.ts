import { mapToObjects } from './boolean-schemas.js';
import { isPlainSchema } from './plain-schema.js';
import { isPythonPattern } from './python-pattern.js';
import { joinPath } from './schema-children.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaObject } from './schema-node.js';
import { typesOf } from './schema-types.js';
import type { WeakeningReport } from './weakening-report.js';

/**
 * The schema as OpenAI-like APIs take it without strict mode: everything is kept but for patterns that they cannot
 * read, arrays say what they hold, and boolean schemas are written as objects.
 * The rules of the root (no `enum`, no `not`) are those that the API answers with.
 */
export function openAiSchema(root: SchemaObject, report: WeakeningReport): SchemaObject {
  if (isPlainSchema(root)) return root;
  const schema = readable(root, '', report);
  for (const keyword of ['enum', 'not']) {
    if (!Object.hasOwn(schema, keyword)) continue;
    delete schema[keyword];
    report.add(keyword, 'is not allowed at the root');
  }
  return schema;
}

function readable(schema: SchemaObject, path: string, report: WeakeningReport): SchemaObject {
  const result = mapToObjects(schema, path, (child, childPath) => readable(child, childPath, report));
  delete result['$comment'];
  dropPatterns(result, path, report);
  if (typesOf(result['type']).includes('array') && !Object.hasOwn(result, 'items')) result['items'] = {};
  return result;
}

function dropPatterns(schema: SchemaObject, path: string, report: WeakeningReport): void {
  const { pattern, patternProperties } = schema;
  if (typeof pattern === 'string' && !isPythonPattern(pattern)) {
    delete schema['pattern'];
    report.add(joinPath(path, 'pattern'), 'is no pattern for OpenAI');
  }
  if (!isSchemaObject(patternProperties) || Object.keys(patternProperties).every(isPythonPattern)) return;
  // With a pattern gone, a closed object would refuse what it allowed.
  for (const keyword of ['patternProperties', 'additionalProperties', 'unevaluatedProperties']) delete schema[keyword];
  report.add(joinPath(path, 'patternProperties'), 'holds patterns that are none for OpenAI');
}
