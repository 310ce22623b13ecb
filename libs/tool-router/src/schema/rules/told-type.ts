import { enumValues } from '../values/enum-values.js';
import type { EnumObject } from '../field-options.js';
import type { ScalarType } from '../values/value-type.js';
import { STRING_RULES } from './string-rules.js';
import type { ValidatorRule } from './validator-rules.js';

/** The kinds of type that rules tell by their names, the one that wins over the others first. */
const TOLD = [
  { kind: 'integer', rules: ['isInt'] },
  { kind: 'number', rules: ['isNumber', 'min', 'max', 'isPositive', 'isNegative', 'isDivisibleBy'] },
  { kind: 'boolean', rules: ['isBoolean'] },
  { kind: 'date', rules: ['isDate', 'minDate', 'maxDate'] },
  { kind: 'string', rules: [...STRING_RULES.keys()] },
  { kind: 'object', rules: ['isObject', 'isNotEmptyObject'] },
] as const;

/** The place in that order, by the name of a rule. */
const WEIGHTS: ReadonlyMap<string, number> = new Map(
  TOLD.flatMap(({ rules }, place) => rules.map((name) => [name, place] as const)),
);

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
  let weight: number = TOLD.length;
  for (const rule of rules) {
    const values = listedValues(rule);
    if (values !== undefined) return { kind: 'enum', values, lenient: true };
    weight = Math.min(weight, WEIGHTS.get(rule.name ?? '') ?? weight);
  }
  const kind = TOLD.at(weight)?.kind;
  if (kind === undefined) return undefined;
  if (kind === 'number') return numberType(rules);
  return kind === 'date' ? { kind } : { kind, lenient: true };
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
