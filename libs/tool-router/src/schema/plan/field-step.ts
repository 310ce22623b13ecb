import type { ArgumentRun, Place } from '../argument-run.js';
import type { DtoField } from '../dto/dto-field.js';
import { INVALID } from '../values/clean-json.js';
import { freshCopy } from '../values/fresh-copy.js';
import { convertForTransform, type ValueConverter } from '../values/value-converter.js';
import { WORDS } from '../values/value-words.js';

/** Moves one field from the arguments to its target, converted. `place` is where the arguments' object sits. */
export type FieldStep = (
  source: Readonly<Record<string, unknown>>,
  target: Record<string, unknown>,
  place: Place,
  run: ArgumentRun,
) => void;

/** Builds the step of a field. `name` is what the target calls it. */
export function fieldStep(field: DtoField, name: string, convertType: ValueConverter): FieldStep {
  const { key, required, nullable } = field;
  const convert = field.transformed ? convertForTransform : convertType;
  const inherited = key in Object.prototype;
  const missing = stepForMissing(field, name, convert);
  const nullIsValue = field.type.kind === 'any' || field.transformed || !required;
  return (source, target, place, run) => {
    const value = inherited && !Object.hasOwn(source, key) ? undefined : source[key];
    if (value === undefined || (value === null && nullable)) {
      missing(source, target, place, run);
      return;
    }
    if (value === null && nullIsValue) {
      target[name] = null;
      return;
    }
    const converted = convert(value, place, key, run);
    if (converted !== INVALID) target[name] = converted;
  };
}

function stepForMissing(field: DtoField, name: string, convert: ValueConverter): FieldStep {
  const { key, fallback, required } = field;
  if (fallback !== undefined) {
    const { value } = fallback;
    const isScalar = typeof value !== 'object' || value === null;
    if (isScalar && (field.type.kind !== 'date' || value === null)) {
      return (_source, target) => {
        target[name] = value;
      };
    }
    if (field.type.kind === 'any' || field.type.kind === 'object') {
      return (_source, target) => {
        target[name] = freshCopy(value);
      };
    }
    return (_source, target, place, run) => {
      const converted = convert(value, place, key, run);
      if (converted !== INVALID) target[name] = converted;
    };
  }
  if (required && !(field.transformed && field.exposed)) {
    return (_source, _target, place, run) => {
      run.refuse(place, key, WORDS.required);
    };
  }
  return leaveUnset;
}

function leaveUnset(): void {
  // Nothing was sent and nothing is needed.
}
