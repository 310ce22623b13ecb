import type { JsonObject } from '../tool/json.js';
import { BuiltInFailure } from './built-in-failure.js';

function refuse(name: string, rule: string): never {
  throw new BuiltInFailure('validation', `The argument ${name} must be ${rule}.`);
}

function isMissing(args: JsonObject, name: string): boolean {
  return !Object.hasOwn(args, name) || args[name] === null || args[name] === undefined;
}

/** A required string, as it is: not trimmed; may be empty. */
export function stringArgument(args: JsonObject, name: string): string {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return typeof value === 'string' ? value : refuse(name, 'given, as a string');
}

/** A string, or undefined where it is missing or null. */
export function optionalString(args: JsonObject, name: string): string | undefined {
  return isMissing(args, name) ? undefined : stringArgument(args, name);
}

/** A boolean, `false` where it is missing or null. */
export function booleanArgument(args: JsonObject, name: string): boolean {
  if (isMissing(args, name)) return false;
  const value = args[name];
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : refuse(name, 'true or false');
}

/** A whole number within bounds (digits as text are taken too), or undefined where it is missing or null. */
export function optionalInteger(
  args: JsonObject,
  name: string,
  bounds: { readonly min: number; readonly max?: number },
): number | undefined {
  if (isMissing(args, name)) return undefined;
  const given = args[name];
  const value = typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given;
  const { min, max = Number.MAX_SAFE_INTEGER } = bounds;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return value;
  return refuse(
    name,
    bounds.max === undefined ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`,
  );
}

/** One of the listed words, or undefined where it is missing or null. */
export function optionalChoice<T extends string>(args: JsonObject, name: string, choices: readonly T[]): T | undefined {
  if (isMissing(args, name)) return undefined;
  const value = args[name];
  return choices.find((choice) => choice === value) ?? refuse(name, `one of ${choices.join(', ')}`);
}

/** A required string that can be written as UTF-8 without loss. */
export function textArgument(args: JsonObject, name: string): string {
  const text = stringArgument(args, name);
  return text.isWellFormed() ? text : refuse(name, 'well-formed text; it contains half of a surrogate pair');
}
