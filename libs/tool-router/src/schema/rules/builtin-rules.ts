import { getMetadataStorage } from 'class-validator';
import { STRING_RULES } from './string-rules.js';
import { RULE_TYPE, type ValidatorRule } from './validator-rules.js';

/** class-validator's own checks beside those for strings: they look at the value and at nothing else. */
const PLAIN_RULES: ReadonlySet<string> = new Set([
  'isDefined',
  'equals',
  'notEquals',
  'isEmpty',
  'isNotEmpty',
  'isIn',
  'isNotIn',
  'isBoolean',
  'isDate',
  'isNumber',
  'isInt',
  'isArray',
  'isEnum',
  'isObject',
  'isNotEmptyObject',
  'isInstance',
  'isDivisibleBy',
  'isPositive',
  'isNegative',
  'min',
  'max',
  'minDate',
  'maxDate',
  'isLatitude',
  'isLongitude',
  'arrayContains',
  'arrayNotContains',
  'arrayNotEmpty',
  'arrayMinSize',
  'arrayMaxSize',
  'arrayUnique',
]);

/** Whether a rule can be checked without the library's executor: synchronous, unconditional, about its value alone. */
export function isCompilable(rule: ValidatorRule): boolean {
  if (rule.validateIf !== undefined) return false;
  switch (rule.type) {
    case RULE_TYPE.nested:
    case RULE_TYPE.whitelist:
      return true;
    case RULE_TYPE.conditional:
      return rule.name === 'isOptional';
    default:
      return isKnown(rule.name ?? '') && !isAsynchronous(rule);
  }
}

function isKnown(name: string): boolean {
  return PLAIN_RULES.has(name) || STRING_RULES.has(name);
}

function isAsynchronous(rule: ValidatorRule): boolean {
  return getMetadataStorage()
    .getTargetValidatorConstraints(rule.constraintCls)
    .some((constraint) => constraint.async);
}
