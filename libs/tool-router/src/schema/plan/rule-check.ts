import type { ValidationArguments, getMetadataStorage } from 'class-validator';
import { ValidationUtils } from 'class-validator/cjs/validation/ValidationUtils.js';
import { quickCheckOf, type QuickCheck } from '../rules/quick-checks.js';
import type { ValidatorRule } from '../rules/validator-rules.js';
import { ask, messageOf } from './guarded-validator.js';
import { faultMessage, withoutValue } from './rule-message.js';

type Constraint = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidatorConstraints']>[number];

/** One rule of a field, ready to be asked. */
export interface RuleCheck {
  /** What class-validator calls the rule in its errors. */
  readonly name: string;
  passes(value: unknown, instance: object): boolean;
  /** What the value must be. */
  message(value: unknown, instance: object): string;
}

/** Asks the rule's own validator, unless a quick look is enough; the library's executor around it is what costs. */
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
  const passes: RuleCheck['passes'] = rule.each
    ? (value, instance) => askEach(validator, value, argumentsOf(value, instance))
    : (value, instance) => ask(validator, value, argumentsOf(value, instance)) as boolean;
  const describe: RuleCheck['message'] = (value, instance) => {
    const args = argumentsOf(value, instance);
    const message = ValidationUtils.replaceMessageSpecialTokens(rule.message || messageOf(validator, args), args);
    return faultMessage(message, rule.propertyName);
  };
  const quick = quickCheckOf(rule, messageOf(validator, argumentsOf(undefined, {})));
  return {
    name: constraint.name || rule.type,
    passes: quick === undefined ? passes : rule.each ? quickEach(quick, passes) : quickly(quick, passes),
    message: dependsOnValue(rule) ? describe : remembered(describe),
  };
}

/** The one default message of class-validator that looks at the value, and those that a function makes. */
function dependsOnValue(rule: ValidatorRule): boolean {
  return typeof rule.message === 'function' || (rule.name === 'isLength' && !rule.message);
}

function remembered(describe: RuleCheck['message']): RuleCheck['message'] {
  let text: string | undefined;
  return (value, instance) => (text ??= describe(value, instance));
}

function quickly(quick: QuickCheck, passes: RuleCheck['passes']): RuleCheck['passes'] {
  return (value, instance) => quick(value) || passes(value, instance);
}

function quickEach(quick: QuickCheck, passes: RuleCheck['passes']): RuleCheck['passes'] {
  return (value, instance) => (Array.isArray(value) && value.every(quick)) || passes(value, instance);
}

function askEach(validator: Constraint['instance'], value: unknown, args: ValidationArguments): boolean {
  if (!Array.isArray(value)) return ask(validator, value, args) as boolean;
  return value.every((item) => ask(validator, item, args));
}
