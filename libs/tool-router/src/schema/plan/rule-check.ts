import type { ValidationArguments, getMetadataStorage } from 'class-validator';
import { ValidationUtils } from 'class-validator/cjs/validation/ValidationUtils.js';
import type { ValidatorRule } from '../rules/validator-rules.js';
import { ask, messageOf } from './guarded-validator.js';
import { withoutValue } from './rule-message.js';

type Constraint = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidatorConstraints']>[number];

/** One rule of a field, ready to be asked. */
export interface RuleCheck {
  /** What class-validator calls the rule in its errors. */
  readonly name: string;
  passes(value: unknown, instance: object): boolean;
  message(value: unknown, instance: object): string;
}

/** Asks the rule's own validator; the library's executor around it is what costs. */
export function ruleCheck(given: ValidatorRule, constraint: Constraint): RuleCheck {
  const rule = withoutValue(given);
  const { instance: validator } = constraint;
  const argumentsOf = (value: unknown, object: object): ValidationArguments => ({
    targetName: object.constructor.name,
    property: rule.propertyName,
    object,
    value,
    constraints: rule.constraints,
  });
  const passesOne = (value: unknown, instance: object): boolean =>
    ask(validator, value, argumentsOf(value, instance)) as boolean;
  return {
    name: constraint.name || rule.type,
    passes: rule.each ? passesEach(validator, argumentsOf) : passesOne,
    message(value, instance) {
      const args = argumentsOf(value, instance);
      const message = rule.message || messageOf(validator, args);
      return ValidationUtils.replaceMessageSpecialTokens(message, args);
    },
  };
}

function passesEach(
  validator: Constraint['instance'],
  argumentsOf: (value: unknown, object: object) => ValidationArguments,
): RuleCheck['passes'] {
  return (value, instance) => {
    const args = argumentsOf(value, instance);
    if (!Array.isArray(value)) return ask(validator, value, args) as boolean;
    return value.every((item) => ask(validator, item, args));
  };
}
