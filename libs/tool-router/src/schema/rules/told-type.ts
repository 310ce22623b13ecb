import { enumValues } from '../values/enum-values.js';
import type { EnumObject } from '../field-options.js';
import type { ScalarType } from '../values/value-type.js';
import { STRING_RULES } from './string-rules.js';
import type { ValidatorRule } from './validator-rules.js';

const NUMBER_RULES = new Set(['isNumber', 'min', 'max', 'isPositive', 'isNegative', 'isDivisibleBy']);
const ARRAY_RULES = new Set([
  'isArray',
  'arrayContains',
  'arrayNotContains',
  'arrayNotEmpty',
  'arrayMinSize',
  'arrayMaxSize',
  'arrayUnique',
]);

/** Whether the rules say that the value itself is an array. */
export function tellsArray(rules: readonly ValidatorRule[]): boolean {
  return rules.some((rule) => ARRAY_RULES.has(rule.name ?? '') && !rule.each);
}

/**
 * The type that rules about one value tell, undefined where they would let any type through.
 * @param rules those on the field itself, or the `each` ones for the elements of its array
 */
export function toldType(rules: readonly ValidatorRule[]): ScalarType | undefined {
  const names = new Set(rules.map((rule) => rule.name ?? ''));
  for (const rule of rules) {
    const values = listedValues(rule);
    if (values !== undefined) return { kind: 'enum', values, lenient: true };
  }
  if (names.has('isInt')) return { kind: 'integer', lenient: true };
  if ([...names].some((name) => NUMBER_RULES.has(name))) return numberType(rules);
  if (names.has('isBoolean')) return { kind: 'boolean', lenient: true };
  if (names.has('isDate') || names.has('minDate') || names.has('maxDate')) return { kind: 'date' };
  if ([...names].some((name) => STRING_RULES.has(name))) return { kind: 'string', lenient: true };
  if (names.has('isObject') || names.has('isNotEmptyObject')) return { kind: 'object', lenient: true };
  return undefined;
}

function listedValues(rule: ValidatorRule): readonly unknown[] | undefined {
  const first: unknown = rule.constraints?.[0];
  if (rule.name === 'isEnum') return enumValues(first as EnumObject);
  if (rule.name === 'isIn' && Array.isArray(first)) return first;
  return rule.name === 'equals' && (typeof first !== 'object' || first === null) ? [first] : undefined;
}

/** `maxDecimalPlaces: 0` is class-validator's other way to ask for an integer. */
function numberType(rules: readonly ValidatorRule[]): ScalarType {
  const whole = rules.some((rule) => {
    const options = rule.constraints?.[0] as { maxDecimalPlaces?: number } | undefined;
    return rule.name === 'isNumber' && options?.maxDecimalPlaces === 0;
  });
  return { kind: whole ? 'integer' : 'number', lenient: true };
}
