import type { ValidationArguments, ValidatorConstraintInterface, getMetadataStorage } from 'class-validator';
import { isValueError } from './value-error.js';

/** A validator class as class-validator keeps it. */
export type Constraint = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidatorConstraints']>[number];

/**
 * Asks a validator. Some fail on values of a type that they do not expect (class-validator's own `maxDecimalPlaces`
 * on 1e-7, a custom one that calls a string method on a number): such a value is refused. Any other failure is passed on.
 */
export function ask(
  validator: ValidatorConstraintInterface,
  value: unknown,
  args: ValidationArguments,
): boolean | Promise<boolean> {
  try {
    return validator.validate(value, args);
  } catch (error) {
    if (isValueError(error)) return false;
    throw error;
  }
}

/** The same for a validator that is not asynchronous; a promise is no yes. */
export function askNow(validator: ValidatorConstraintInterface, value: unknown, args: ValidationArguments): boolean {
  const answer: unknown = ask(validator, value, args);
  return typeof answer !== 'object' && Boolean(answer);
}

/** What class-validator's executor needs of a validator class. */
export interface GuardedConstraint {
  readonly name: string;
  readonly async: false;
  readonly instance: ValidatorConstraintInterface;
}

/** A validator class with that guard around it. */
export function guardedConstraint(constraint: Constraint): GuardedConstraint {
  const instance = instanceSource(constraint);
  return {
    name: constraint.name,
    async: false,
    instance: {
      validate: (value: unknown, args: ValidationArguments) => ask(instance(), value, args),
      defaultMessage: (args: ValidationArguments) => messageOf(instance(), args),
    },
  };
}

/**
 * Where to get a validator from. The classes that decorators make have no dependencies, so one instance will do;
 * others come from the container each time, which may be one of dependency injection. The library's own container
 * searches through everything that it ever made.
 */
export function instanceSource(constraint: Constraint): () => ValidatorConstraintInterface {
  const { target } = constraint;
  if (target.name !== 'CustomConstraint' || target.length > 0) return () => constraint.instance;
  const instance = Reflect.construct(target, []) as ValidatorConstraintInterface;
  return () => instance;
}

/** What the validator says about a refused value, blank where it says nothing. */
export function messageOf(validator: ValidatorConstraintInterface, args: ValidationArguments): string {
  try {
    return validator.defaultMessage?.(args) ?? '';
  } catch {
    return '';
  }
}
