import { STRING_RULES } from '../rules/string-rules.js';
import type { ValidatorRule } from '../rules/validator-rules.js';
import { patternOf } from './regexp-pattern.js';
import type { MutableSchema } from './type-schema.js';

/** Adds what one rule says to the schema of a value; answers the words for what no keyword can say. */
type Keyword = (schema: MutableSchema, first: unknown, second: unknown) => string | undefined | void;

/** Whether a bound can stand in a schema; of others, only class-validator knows what they mean. */
type IsBound = (bound: unknown) => boolean;

const isCount: IsBound = (bound) => Number.isInteger(bound) && (bound as number) >= 0;

const atLeast = (keyword: string, isBound: IsBound) => (schema: MutableSchema, bound: unknown) => {
  if (!isBound(bound)) return;
  const known = schema[keyword];
  schema[keyword] = typeof known === 'number' ? Math.max(known, bound as number) : bound;
};

const atMost = (keyword: string, isBound: IsBound) => (schema: MutableSchema, bound: unknown) => {
  if (!isBound(bound)) return;
  const known = schema[keyword];
  schema[keyword] = typeof known === 'number' ? Math.min(known, bound as number) : bound;
};

const minimum = atLeast('minimum', Number.isFinite);
const maximum = atMost('maximum', Number.isFinite);
const exclusiveMinimum = atLeast('exclusiveMinimum', Number.isFinite);
const exclusiveMaximum = atMost('exclusiveMaximum', Number.isFinite);
const minLength = atLeast('minLength', isCount);
const maxLength = atMost('maxLength', isCount);
const minItems = atLeast('minItems', isCount);
const maxItems = atMost('maxItems', isCount);

const format = (name: string) => (schema: MutableSchema) => {
  schema['format'] ??= name;
};

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['min', (schema, bound) => minimum(schema, bound)],
  ['max', (schema, bound) => maximum(schema, bound)],
  ['isPositive', (schema) => exclusiveMinimum(schema, 0)],
  ['isNegative', (schema) => exclusiveMaximum(schema, 0)],
  ['isDivisibleBy', (schema, divisor) => multipleOf(schema, divisor)],
  ['isNumber', (_schema, options) => decimals(options)],
  ['isLatitude', (schema) => within(schema, 90)],
  ['isLongitude', (schema) => within(schema, 180)],
  [
    'isLength',
    (schema, least, most) => {
      minLength(schema, least);
      maxLength(schema, most);
    },
  ],
  ['minLength', (schema, bound) => minLength(schema, bound)],
  ['maxLength', (schema, bound) => maxLength(schema, bound)],
  [
    'isNotEmpty',
    (schema) => {
      if (schema['type'] === 'string' && schema['enum'] === undefined) minLength(schema, 1);
    },
  ],
  ['matches', (schema, pattern, flags) => addPattern(schema, patternOf(pattern, flags))],
  ['contains', (schema, seed) => addPattern(schema, { pattern: escapePattern(String(seed)) })],
  ['notContains', (_schema, seed) => `Without ${JSON.stringify(String(seed))}.`],
  ['isEmail', format('email')],
  ['isUuid', format('uuid')],
  ['isUrl', format('uri')],
  ['isRFC3339', format('date-time')],
  ['isIp', (schema, version) => ipAddress(schema, version)],
  ['isArray', () => undefined],
  ['arrayNotEmpty', (schema) => minItems(schema, 1)],
  ['arrayMinSize', (schema, bound) => minItems(schema, bound)],
  ['arrayMaxSize', (schema, bound) => maxItems(schema, bound)],
  ['arrayUnique', unique],
  ['arrayContains', (_schema, values) => `It must contain ${listed(values)}.`],
  ['arrayNotContains', (_schema, values) => `It must not contain ${listed(values)}.`],
  [
    'isNotEmptyObject',
    (schema) => {
      if (schema['type'] === 'object') schema['minProperties'] = 1;
    },
  ],
  [
    'equals',
    (schema, value) => {
      if (typeof value === 'object' && value !== null) return;
      schema['const'] = value;
      delete schema['enum'];
    },
  ],
  ['notEquals', (_schema, value) => `Not ${JSON.stringify(value)}.`],
  ['isNotIn', (_schema, values) => `None of ${listed(values)}.`],
  ['minDate', (_schema, bound) => dateBound('Not before', bound)],
  ['maxDate', (_schema, bound) => dateBound('Not after', bound)],
]);

/** Adds a rule of class-validator to a schema; answers a sentence for what JSON Schema cannot say. */
export function addRule(schema: MutableSchema, rule: ValidatorRule): string | undefined {
  const name = rule.name ?? '';
  const keyword = KEYWORDS.get(name);
  const hint =
    keyword === undefined
      ? STRING_RULES.get(name)
      : (keyword(schema, rule.constraints?.[0], rule.constraints?.[1]) ?? undefined);
  return hint === '' ? undefined : hint;
}

function multipleOf(schema: MutableSchema, divisor: unknown): string | undefined {
  if (!Number.isInteger(divisor) || (divisor as number) < 1) return undefined;
  if (schema['multipleOf'] === undefined) schema['multipleOf'] = divisor;
  return schema['multipleOf'] === divisor ? undefined : `Divisible by ${String(divisor)}.`;
}

/** Fractions as `multipleOf` would refuse numbers that floating point cannot divide evenly. */
function decimals(options: unknown): string | undefined {
  const places = (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces;
  return places === undefined || places === 0 ? undefined : `At most ${places} decimal places.`;
}

function within(schema: MutableSchema, bound: number): string | undefined {
  if (schema['type'] !== 'number' && schema['type'] !== 'integer') return `Between -${bound} and ${bound} degrees.`;
  minimum(schema, -bound);
  maximum(schema, bound);
  return undefined;
}

function ipAddress(schema: MutableSchema, version: unknown): string | undefined {
  if (String(version) !== '4' && String(version) !== '6') return STRING_RULES.get('isIp');
  return format(`ipv${String(version)}`)(schema) ?? undefined;
}

/** Objects are compared by identity there and by value in JSON Schema, so only plain values can be said. */
function unique(schema: MutableSchema): string | undefined {
  const type = (schema['items'] as MutableSchema | undefined)?.['type'];
  if (type === undefined || type === 'object' || type === 'array') return 'Its elements must be unique.';
  schema['uniqueItems'] = true;
  return undefined;
}

function addPattern(schema: MutableSchema, { pattern, hint }: { pattern?: string; hint?: string }): string | undefined {
  if (pattern === undefined) return hint;
  if (schema['pattern'] === undefined) schema['pattern'] = pattern;
  else schema['allOf'] = [...((schema['allOf'] as unknown[] | undefined) ?? []), { pattern }];
  return hint;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : JSON.stringify(values);
}

function dateBound(words: string, bound: unknown): string | undefined {
  const date: unknown = typeof bound === 'function' ? (bound as () => unknown)() : bound;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? `${words} ${date.toISOString()}.` : undefined;
}
