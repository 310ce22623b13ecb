import type { ArgumentRun, Place } from '../argument-run.js';
import type { ClassType } from '../../tool/class-type.js';
import type { ValueType } from '../values/value-type.js';
import { planOf } from './plan-of.js';

/** Validates the objects of request classes inside a value that is already converted. */
export type TypeValidator = (value: unknown, parent: Place, key: string | number, run: ArgumentRun) => void;

/** The validator of a type; undefined where the type holds no such objects. */
export function validatorOfType(type: ValueType): TypeValidator | undefined {
  if (type.kind === 'dto' || type.kind === 'union') return validateObject;
  const inner = type.kind === 'array' || type.kind === 'set' ? type.item : type.kind === 'map' ? type.value : undefined;
  const validate = inner === undefined ? undefined : validatorOfType(inner);
  if (validate === undefined) return undefined;
  return (value, parent, key, run) => {
    if (typeof value !== 'object' || value === null) return;
    const place = { parent, key };
    const entries = value instanceof Set ? [...value].entries() : (value as Map<string, unknown> | unknown[]).entries();
    for (const [name, item] of entries) validate(item, place, name, run);
  };
}

const validateObject: TypeValidator = (value, parent, key, run) => {
  if (typeof value !== 'object' || value === null) return;
  planOf(value.constructor as ClassType).validate(value, parent, key, run);
};
