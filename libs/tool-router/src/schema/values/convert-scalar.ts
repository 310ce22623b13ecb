import { exactDate } from './exact-date.js';
import { exactBoolean, exactNumber, isRounded } from './exact-text.js';
import { INVALID } from './clean-json.js';

/** Converts one JSON value, or answers INVALID. */
export type ScalarConversion = (value: unknown) => unknown;

function toNumber(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : INVALID;
  return typeof value === 'string' ? (exactNumber(value) ?? INVALID) : INVALID;
}

function toInteger(value: unknown): unknown {
  const number = toNumber(value);
  return Number.isInteger(number) ? number : INVALID;
}

function toBoolean(value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' ? (exactBoolean(value) ?? INVALID) : INVALID;
}

function toText(value: unknown): unknown {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) && !isRounded(value) ? String(value) : INVALID;
}

function toDate(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? INVALID : new Date(value.getTime());
  return typeof value === 'string' ? (exactDate(value) ?? INVALID) : INVALID;
}

/**
 * How values of the named types are made. A text becomes a number or a boolean when it spells exactly one,
 * a number becomes text; nothing else is guessed.
 */
export const SCALAR_CONVERSIONS = {
  number: toNumber,
  integer: toInteger,
  boolean: toBoolean,
  string: toText,
  date: toDate,
} as const;

/** A conversion into one of the listed values; a text that spells a listed number is that number. */
export function toListed(values: readonly unknown[]): ScalarConversion {
  const listed = new Set(values);
  return (value) => {
    if (listed.has(value)) return value;
    if (typeof value !== 'string') return INVALID;
    const number = exactNumber(value);
    if (number !== undefined && listed.has(number)) return number;
    const boolean = exactBoolean(value);
    return boolean !== undefined && listed.has(boolean) ? boolean : INVALID;
  };
}
