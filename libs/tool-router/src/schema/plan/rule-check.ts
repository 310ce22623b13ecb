import type { ValidationArguments, ValidatorConstraintInterface } from 'class-validator';
import { ValidationUtils } from 'class-validator/cjs/validation/ValidationUtils.js';
import { quickCheckOf, type QuickCheck } from '../rules/quick-checks.js';
import type { ValidatorRule } from '../rules/validator-rules.js';
import { askNow, instanceSource, messageOf, type Constraint } from './guarded-validator.js';
import { faultMessage, withoutValue } from './rule-message.js';

/** One rule of a field, ready to be asked. */
export interface RuleCheck {
  /** What class-validator calls the rule in its errors. */
  readonly name: string;
  /** When it says yes, the value passes. */
  readonly quick?: QuickCheck;
  passes(value: unknown, instance: object): boolean;
  /** What the value must be. */
  message(value: unknown, instance: object): string;
}

/** Asks the rule's own validator, unless a quick look is enough; the library's executor around it is what costs. */
export function ruleCheck(given: ValidatorRule, constraint: Constraint): RuleCheck {
  const rule = withoutValue(given);
  const validator = instanceSource(constraint)();
  const argumentsOf = (value: unknown, object: object): ValidationArguments => ({
    targetName: object.constructor.name,
    property: rule.propertyName,
    object,
    value,
    constraints: rule.constraints,
  });
  const passes: RuleCheck['passes'] = rule.each
    ? (value, instance) => askEach(validator, value, argumentsOf(value, instance))
    : (value, instance) => askNow(validator, value, argumentsOf(value, instance));
  const describe: RuleCheck['message'] = (value, instance) => {
    const args = argumentsOf(value, instance);
    const message = ValidationUtils.replaceMessageSpecialTokens(rule.message || messageOf(validator, args), args);
    return faultMessage(message, rule.propertyName);
  };
  const own = quickCheckOf(rule, messageOf(validator, argumentsOf(undefined, {})));
  const quick = own !== undefined && rule.each ? everyItem(own) : own;
  return {
    name: constraint.name || rule.type,
    ...(quick === undefined ? {} : { quick }),
    passes: quick === undefined ? passes : (value, instance) => quick(value) || passes(value, instance),
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

function everyItem(quick: QuickCheck): QuickCheck {
  return (value) => Array.isArray(value) && value.every((item) => quick(item));
}

function askEach(validator: ValidatorConstraintInterface, value: unknown, args: ValidationArguments): boolean {
  const items = value instanceof Map || value instanceof Set ? [...value.values()] : value;
  if (!Array.isArray(items)) return askNow(validator, items, args);
  return items.every((item) => askNow(validator, item, args));
}
