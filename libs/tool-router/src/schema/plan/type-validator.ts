import type { ArgumentRun, Place } from '../argument-run.js';
import type { ClassType } from '../../tool/class-type.js';
import type { ValueType } from '../values/value-type.js';
import type { PlanOf } from './object-plan.js';

/** Validates the objects of request classes inside a value that is already converted. */
export type TypeValidator = (value: unknown, parent: Place, key: string | number, run: ArgumentRun) => void;

/** The validator of a type; undefined where the type holds no such objects. */
export function validatorOfType(type: ValueType, planOf: PlanOf): TypeValidator | undefined {
  if (type.kind === 'dto' || type.kind === 'union') return objectValidator(planOf);
  const inner = type.kind === 'array' || type.kind === 'set' ? type.item : type.kind === 'map' ? type.value : undefined;
  const validate = inner === undefined ? undefined : validatorOfType(inner, planOf);
  if (validate === undefined) return undefined;
  return (value, parent, key, run) => {
    if (typeof value !== 'object' || value === null) return;
    const place = { parent, key };
    const entries = value instanceof Set ? [...value].entries() : (value as Map<string, unknown> | unknown[]).entries();
    for (const [name, item] of entries) validate(item, place, name, run);
  };
}

function objectValidator(planOf: PlanOf): TypeValidator {
  return (value, parent, key, run) => {
    if (typeof value !== 'object' || value === null) return;
    planOf(value.constructor as ClassType).validate(value, parent, key, run);
  };
}
