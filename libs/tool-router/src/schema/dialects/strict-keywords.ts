import { isPythonPattern } from './python-pattern.js';

/** The `format`s that OpenAI documents for strict mode. */
const FORMATS = new Set(['date', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'time', 'uuid']);

/** Keywords that OpenAI documents for strict mode and whose value goes out as it is, by the type that they constrain. */
const PLAIN = new Map<string, readonly string[]>([
  ['description', []],
  ['title', []],
  ['pattern', ['string']],
  ['format', ['string']],
  ['multipleOf', ['integer', 'number']],
  ['minimum', ['integer', 'number']],
  ['maximum', ['integer', 'number']],
  ['exclusiveMinimum', ['integer', 'number']],
  ['exclusiveMaximum', ['integer', 'number']],
  ['minItems', ['array']],
  ['maxItems', ['array']],
]);

/** Keywords that the compiler reads itself. */
const READ = new Set([
  '$comment',
  '$defs',
  'additionalProperties',
  'const',
  'definitions',
  'enum',
  'items',
  'nullable',
  'patternProperties',
  'prefixItems',
  'properties',
  'required',
  'type',
  'unevaluatedProperties',
]);

/** What the grammar behind strict mode cannot match: groups that look around, and back references. */
const UNSUPPORTED_PATTERN = /\(\?<?[=!]|\\[1-9]|\\k</;

/** What becomes of a keyword in strict mode. */
export type StrictKeyword = 'kept' | 'read' | 'irrelevant' | { readonly dropped: string };

/** Sorts a keyword of a schema of the given types. */
export function strictKeyword(keyword: string, value: unknown, types: readonly string[]): StrictKeyword {
  if (READ.has(keyword)) return 'read';
  const applies = PLAIN.get(keyword);
  if (applies === undefined) return { dropped: 'is not known to strict mode' };
  if (applies.length > 0 && !applies.some((type) => types.includes(type))) return 'irrelevant';
  if (keyword === 'format' && !FORMATS.has(String(value))) {
    return { dropped: `${JSON.stringify(value)} is not known to strict mode` };
  }
  if (keyword === 'pattern' && UNSUPPORTED_PATTERN.test(String(value))) {
    return { dropped: 'look-around and back references are not known to strict mode' };
  }
  if (keyword === 'pattern' && !isPythonPattern(String(value))) return { dropped: 'is no pattern for OpenAI' };
  return 'kept';
}
