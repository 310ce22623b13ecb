import type { ValueType } from '../values/value-type.js';

/** A schema under construction. */
export type MutableSchema = Record<string, unknown>;

/** How the schema of an object of a request class is got: in place, or as a reference to a shared definition. */
export type ObjectSchema = (type: ValueType & { readonly kind: 'dto' | 'union' }) => MutableSchema;

/** The JSON Schema of a type, without what a field adds. */
export function typeSchema(type: ValueType, objectSchema: ObjectSchema): MutableSchema {
  switch (type.kind) {
    case 'any':
      return {};
    case 'object':
      return { type: 'object', additionalProperties: true };
    case 'date':
      return { type: 'string', format: 'date-time' };
    case 'enum':
      return { ...jsonTypeOf(type.values), enum: [...type.values] };
    case 'array':
      return { type: 'array', items: typeSchema(type.item, objectSchema) };
    case 'set':
      return { type: 'array', items: typeSchema(type.item, objectSchema), uniqueItems: true };
    case 'map':
      return { type: 'object', additionalProperties: typeSchema(type.value, objectSchema) };
    case 'dto':
    case 'union':
      return objectSchema(type);
    default:
      return { type: type.kind };
  }
}

/** The one JSON type of all values, or nothing where they differ. */
function jsonTypeOf(values: readonly unknown[]): MutableSchema {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' };
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer' };
  if (values.every((value) => typeof value === 'number')) return { type: 'number' };
  return values.every((value) => typeof value === 'boolean') ? { type: 'boolean' } : {};
}
