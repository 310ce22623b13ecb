import type { ValueType } from './value-type.js';

/** A test, as JavaScript source about `v`, that a JSON value needs no conversion and no copy. */
export type ValueFit =
  | 'typeof v === "string"'
  | 'typeof v === "number"'
  | 'typeof v === "boolean"'
  | 'Number.isFinite(v)'
  | 'Number.isInteger(v)';

/** The fit of a type: what the converter of the type would give back unchanged. */
export function fitOf(type: ValueType): ValueFit | undefined {
  switch (type.kind) {
    case 'string':
      return 'typeof v === "string"';
    case 'boolean':
      return 'typeof v === "boolean"';
    case 'number':
    case 'integer':
      if (type.cast !== undefined) return 'Number.isFinite(v)';
      if (type.lenient) return 'typeof v === "number"';
      return type.kind === 'integer' ? 'Number.isInteger(v)' : 'Number.isFinite(v)';
    case 'enum':
      return type.lenient && type.values.every((value) => typeof value === 'string') && type.cast !== 'number'
        ? 'typeof v === "string"'
        : undefined;
    default:
      return undefined;
  }
}
