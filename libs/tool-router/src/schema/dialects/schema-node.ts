/** A schema object under construction: a private copy, so it may be changed. */
export type SchemaObject = Record<string, unknown>;

/** What may stand where a schema is expected. */
export type SchemaNode = SchemaObject | boolean;

/** Whether a value is an object with keys, as opposed to an array, null or a primitive. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value can stand where a schema is expected. */
export function isSchemaNode(value: unknown): value is SchemaNode {
  return typeof value === 'boolean' || isSchemaObject(value);
}

/** The schemas that a list keyword holds. */
export function nodesOf(list: unknown): SchemaNode[] {
  return Array.isArray(list) ? list.filter(isSchemaNode) : [];
}
