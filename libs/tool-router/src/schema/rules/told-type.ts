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

const ARRAY_RULES = [
  'isArray',
  'arrayContains',
  'arrayNotContains',
  'arrayNotEmpty',
  'arrayMinSize',
  'arrayMaxSize',
  'arrayUnique',
];

/** The places behind those of the kinds: rules that list the values, and rules that only arrays pass. */
const LISTED = TOLD.length;
const ARRAY = LISTED + 1;

/** What a rule tells, by its name. */
const PLACES: ReadonlyMap<string | undefined, number> = new Map<string, number>([
  ...TOLD.flatMap(({ rules }, place) => rules.map((name) => [name, place] as const)),
  ...['isIn', 'isEnum', 'equals'].map((name) => [name, LISTED] as const),
  ...ARRAY_RULES.map((name) => [name, ARRAY] as const),
]);

/** The types that need nothing of the rules but their names. */
const TYPES: readonly ScalarType[] = TOLD.map(({ kind }) => (kind === 'date' ? { kind } : { kind, lenient: true }));

/** What rules tell about one value. */
export interface Told {
  /** Undefined where they would let any type through. */
  readonly type: ScalarType | undefined;
  /** Whether the value is an array. */
  readonly isArray: boolean;
}

const NOTHING: Told = { type: undefined, isArray: false };

/**
 * What rules about one value tell about its type.
 * @param rules those on the field itself, or the `each` ones for the elements of its array
 */
export function toldBy(rules: readonly ValidatorRule[]): Told {
  if (rules.length === 0) return NOTHING;
  let kind: number = LISTED;
  let values: readonly unknown[] | undefined;
  let isArray = false;
  for (const rule of rules) {
    const place = PLACES.get(rule.name);
    if (place === undefined) continue;
    if (place === LISTED) values ??= listedValues(rule);
    else if (place === ARRAY) isArray = true;
    else if (place < kind) kind = place;
  }
  if (values !== undefined) return { type: { kind: 'enum', values, lenient: true }, isArray };
  return { type: TOLD[kind]?.kind === 'number' ? numberType(rules) : TYPES[kind], isArray };
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
