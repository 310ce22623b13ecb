import type { DtoField } from '../dto/dto-field.js';
import type { ValueType } from '../values/value-type.js';
import type { MutableSchema } from './type-schema.js';

/** Values of an enum that are looked at; beyond them, somebody else decides. */
const MAX_VALUES = 100;

/**
 * How much text a field's schema has, where it certainly is one that providers take as it is: nothing in it combines or
 * refers, and every keyword is well-formed because a rule of a known kind wrote it. Infinity where that is not certain.
 */
export function everydayText(field: DtoField, schema: MutableSchema): number {
  if (field.keywords !== undefined || field.key !== field.property) return Infinity;
  if ('const' in schema || 'allOf' in schema || !isEverydayDefault(schema['default'])) return Infinity;
  return (
    field.key.length + lengthOf(schema['description']) + lengthOf(schema['default']) + valueText(field.type, schema)
  );
}

function isEverydayDefault(value: unknown): boolean {
  return value === undefined || (typeof value !== 'object' && value !== null);
}

/** The text of what the type and the rules about its values wrote. */
function valueText(type: ValueType, schema: MutableSchema): number {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'date':
    case 'object':
    case 'any':
      return lengthOf(schema['pattern']);
    case 'enum':
      return enumText(type.values) + lengthOf(schema['pattern']);
    case 'array': {
      const items = schema['items'] as MutableSchema;
      return 'const' in items || 'allOf' in items ? Infinity : valueText(type.item, items);
    }
    default:
      return Infinity;
  }
}

function enumText(values: readonly unknown[]): number {
  if (values.length === 0 || values.length > MAX_VALUES || new Set(values).size < values.length) return Infinity;
  let text = 0;
  for (const value of values) {
    if (typeof value === 'string') text += value.length;
    else if (typeof value !== 'boolean' && !Number.isFinite(value)) return Infinity;
  }
  return text;
}

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}
