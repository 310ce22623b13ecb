import type { SchemaObject } from './schema-node.js';

/** Keywords that say nothing about what is valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  '$defs',
  'default',
  'definitions',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);

/** Whether a keyword only informs. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword);
}

/** What stands beside the annotations of a schema. */
export function constraintsOf(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword)));
}

/** The annotations of a schema. */
export function annotationsOf(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.has(keyword)));
}
