import type { EnumObject } from '../field-options.js';
import { enumValues } from '../values/enum-values.js';
import type { ValidatorRule } from './validator-rules.js';

/**
 * Whether a value certainly passes a rule. False means nothing: the validator itself is asked then.
 */
export type QuickCheck = (value: unknown) => boolean;

/** A rule of class-validator: the message by which it is told from a rule of somebody else with its name. */
interface QuickRule {
  readonly message: string;
  /** Undefined for constraints that have no quick check. */
  check(constraints: readonly unknown[]): QuickCheck | undefined;
}

const typed =
  (type: 'number' | 'string' | 'boolean') =>
  (): QuickCheck =>
  // oxlint-disable-next-line valid-typeof -- the type is one of three literals
  (value) =>
    typeof value === type;

const size =
  (passes: (length: number, bound: number) => boolean) =>
  ([bound]: readonly unknown[]): QuickCheck | undefined =>
    typeof bound === 'number' ? (value) => Array.isArray(value) && passes(value.length, bound) : undefined;

const bounded =
  (passes: (value: number, bound: number) => boolean) =>
  ([bound]: readonly unknown[]): QuickCheck | undefined =>
    typeof bound === 'number' ? (value) => typeof value === 'number' && passes(value, bound) : undefined;

const QUICK_RULES: ReadonlyMap<string, QuickRule> = new Map<string, QuickRule>([
  ['isString', { message: '$property must be a string', check: typed('string') }],
  ['isBoolean', { message: '$property must be a boolean value', check: typed('boolean') }],
  ['isInt', { message: '$property must be an integer number', check: () => Number.isInteger }],
  [
    'isNumber',
    {
      message: '$property must be a number conforming to the specified constraints',
      check: ([options]) =>
        (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces === undefined
          ? Number.isFinite
          : Number.isInteger,
    },
  ],
  [
    'min',
    { message: '$property must not be less than $constraint1', check: bounded((value, bound) => value >= bound) },
  ],
  [
    'max',
    { message: '$property must not be greater than $constraint1', check: bounded((value, bound) => value <= bound) },
  ],
  [
    'isPositive',
    { message: '$property must be a positive number', check: () => (value) => typeof value === 'number' && value > 0 },
  ],
  [
    'isNotEmpty',
    {
      message: '$property should not be empty',
      check: () => (value) => value !== '' && value !== null && value !== undefined,
    },
  ],
  [
    'minLength',
    {
      message: '$property must be longer than or equal to $constraint1 characters',
      check: ([least]) => lengthBetween(least, undefined),
    },
  ],
  [
    'maxLength',
    {
      message: '$property must be shorter than or equal to $constraint1 characters',
      check: ([most]) => lengthBetween(0, most),
    },
  ],
  [
    'isLength',
    {
      message: '$property must be longer than or equal to $constraint1 characters',
      check: ([least, most]) => lengthBetween(least, most),
    },
  ],
  [
    'isIn',
    {
      message: '$property must be one of the following values: $constraint1',
      check: ([values]) => (Array.isArray(values) ? (value) => values.indexOf(value) !== -1 : undefined),
    },
  ],
  [
    'isEnum',
    {
      message: '$property must be one of the following values: $constraint2',
      check: ([entity]) => {
        const values: readonly unknown[] = enumValues(entity as EnumObject);
        return (value) => values.includes(value);
      },
    },
  ],
  ['isArray', { message: '$property must be an array', check: () => Array.isArray }],
  ['arrayNotEmpty', { message: '$property should not be empty', check: () => size((length) => length > 0)([0]) }],
  [
    'arrayMinSize',
    {
      message: '$property must contain at least $constraint1 elements',
      check: size((length, bound) => length >= bound),
    },
  ],
  [
    'arrayMaxSize',
    {
      message: '$property must contain no more than $constraint1 elements',
      check: size((length, bound) => length <= bound),
    },
  ],
  [
    'matches',
    {
      message: '$property must match $constraint1 regular expression',
      check: ([pattern]) =>
        pattern instanceof RegExp && !pattern.global && !pattern.sticky
          ? (value) => typeof value === 'string' && pattern.test(value)
          : undefined,
    },
  ],
]);

/** The quick check of a rule, where it is known to be class-validator's own: by its name and its default message. */
export function quickCheckOf(rule: ValidatorRule, defaultMessage: string): QuickCheck | undefined {
  const quick = QUICK_RULES.get(rule.name ?? '');
  const prefix = rule.each ? 'each value in ' : '';
  return quick !== undefined && defaultMessage === prefix + quick.message
    ? quick.check(rule.constraints ?? [])
    : undefined;
}

/** class-validator counts a surrogate pair as one and leaves presentation selectors out. */
function lengthBetween(least: unknown, most: unknown): QuickCheck | undefined {
  if (typeof least !== 'number' || (most !== undefined && typeof most !== 'number')) return undefined;
  const longest = most ?? Infinity;
  return (value) => {
    if (typeof value !== 'string' || value.length > longest || value.length < least) return false;
    for (let index = 0; index < least; index += 1) if (value.charCodeAt(index) >= 0xd800) return false;
    return true;
  };
}
