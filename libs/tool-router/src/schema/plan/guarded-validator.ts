import type { ValidationArguments, ValidatorConstraintInterface } from 'class-validator';

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
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** What class-validator's executor needs of a validator class. */
export interface GuardedConstraint {
  readonly name: string;
  readonly async: false;
  readonly instance: ValidatorConstraintInterface;
}

/** A validator class with that guard around it. Its instance is asked for each time, as a container may give another. */
export function guardedConstraint(constraint: {
  readonly name: string;
  readonly instance: ValidatorConstraintInterface;
}): GuardedConstraint {
  return {
    name: constraint.name,
    async: false,
    instance: {
      validate: (value: unknown, args: ValidationArguments) => ask(constraint.instance, value, args),
      defaultMessage: (args: ValidationArguments) => messageOf(constraint.instance, args),
    },
  };
}

/** What the validator says about a refused value, blank where it says nothing. */
export function messageOf(validator: ValidatorConstraintInterface, args: ValidationArguments): string {
  try {
    return validator.defaultMessage?.(args) ?? '';
  } catch {
    return '';
  }
}
