import type { EnumObject } from '../field-options.js';

/** The values of an enum, without the reverse mapping that a numeric one carries (`{ 1: 'Low', Low: 1 }`). */
export function enumValues(object: EnumObject): (string | number)[] {
  const values = Object.entries(object)
    .filter(([key, value]) => !isReverseEntry(object, key, value))
    .map(([, value]) => value);
  return [...new Set(values)];
}

function isReverseEntry(object: EnumObject, key: string, value: unknown): boolean {
  return typeof value === 'string' && String(Number(key)) === key && object[value] === Number(key);
}
