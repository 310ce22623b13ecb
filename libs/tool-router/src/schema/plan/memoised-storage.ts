import { getMetadataStorage } from 'class-validator';
import type { ClassType } from '../../tool/class-type.js';
import { shapeOf } from '../dto/dto-shape.js';
import type { ValidatorRule } from '../rules/validator-rules.js';
import { guardedConstraint, type GuardedConstraint } from './guarded-validator.js';
import { withoutValue } from './rule-message.js';

type Storage = ReturnType<typeof getMetadataStorage>;
type ConstraintTarget = Parameters<Storage['getTargetValidatorConstraints']>[0];
type GroupedRules = Record<string, ValidatorRule[]>;

let memoised: Storage | undefined;

/**
 * class-validator's storage with the look-up by class remembered: the library's own walks all classes of the process
 * for every object. What it finds is the class's rules with those that the declaration implies.
 */
export function memoisedStorage(): Storage {
  if (memoised !== undefined) return memoised;
  const rules = new WeakMap<object, ValidatorRule[]>();
  const groups = new WeakMap<ValidatorRule[], GroupedRules>();
  const constraints = new WeakMap<ConstraintTarget, GuardedConstraint[]>();
  const storage = getMetadataStorage();
  memoised = Object.assign(Object.create(storage) as Storage, {
    getTargetValidatorConstraints(target: ConstraintTarget): GuardedConstraint[] {
      let known = constraints.get(target);
      if (known === undefined) {
        known = storage.getTargetValidatorConstraints(target).map(guardedConstraint);
        constraints.set(target, known);
      }
      return known;
    },
    getTargetValidationMetadatas(target: unknown): ValidatorRule[] {
      let known = rules.get(target as object);
      if (known === undefined) {
        known = shapeOf(target as ClassType).fields.flatMap((field) => field.rules.map(withoutValue));
        rules.set(target as object, known);
      }
      return known;
    },
    groupByPropertyName(list: ValidatorRule[]): GroupedRules {
      let known = groups.get(list);
      if (known === undefined) {
        known = group(list);
        groups.set(list, known);
      }
      return known;
    },
  });
  return memoised;
}

function group(list: readonly ValidatorRule[]): GroupedRules {
  const grouped = Object.create(null) as GroupedRules;
  for (const rule of list) (grouped[rule.propertyName] ??= []).push(rule);
  return grouped;
}
