import { joinPath } from './schema-children.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaObject } from './schema-node.js';
import { StrictFailure } from './strict-failure.js';

/**
 * Stops where closing an object would forbid what it was made for.
 * @throws {StrictFailure}
 */
export function refuseOpen(schema: SchemaObject, properties: SchemaObject, path: string): void {
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    const value = schema[keyword] ?? false;
    if (value !== false) throw new StrictFailure(joinPath(path, keyword), 'an open object cannot be closed');
  }
  const patterns = schema['patternProperties'];
  if (isSchemaObject(patterns) && Object.keys(patterns).length > 0) {
    throw new StrictFailure(joinPath(path, 'patternProperties'), 'an open object cannot be closed');
  }
  for (const keyword of ['then', 'else']) refuseMore(schema[keyword], properties, joinPath(path, keyword));
  const dependents = isSchemaObject(schema['dependentSchemas']) ? schema['dependentSchemas'] : {};
  for (const dependent of Object.values(dependents)) {
    refuseMore(dependent, properties, joinPath(path, 'dependentSchemas'));
  }
  if (Object.keys(properties).length === 0 && path !== '' && schema['additionalProperties'] !== false) {
    throw new StrictFailure(path, 'an object without named properties cannot be closed');
  }
}

/** A condition that brings properties of its own would lose them. */
function refuseMore(schema: unknown, properties: SchemaObject, path: string): void {
  const more = isSchemaObject(schema) && isSchemaObject(schema['properties']) ? schema['properties'] : {};
  if (Object.keys(more).some((name) => !Object.hasOwn(properties, name))) {
    throw new StrictFailure(path, 'a condition that adds properties cannot be said');
  }
}
