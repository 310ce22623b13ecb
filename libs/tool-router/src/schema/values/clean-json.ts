/** Levels of plain JSON below a field; deeper values are refused rather than walked. */
export const MAX_PLAIN_DEPTH = 256;

/** Stands for a value that could not be converted. */
export const INVALID: unique symbol = Symbol('invalid');

/**
 * A deep copy of a JSON value that shares nothing with it and has no own `__proto__` at any level.
 * @returns INVALID when the value is nested too deeply
 */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_PLAIN_DEPTH) return INVALID;
  if (Array.isArray(value)) return cleanArray(value, depth + 1);
  if (value instanceof Date) return new Date(value.getTime());
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') continue;
    const child = cleanJson((value as Record<string, unknown>)[key], depth + 1);
    if (child === INVALID) return INVALID;
    copy[key] = child;
  }
  return copy;
}

function cleanArray(values: readonly unknown[], depth: number): unknown {
  const copy: unknown[] = [];
  for (const value of values) {
    const child = cleanJson(value, depth);
    if (child === INVALID) return INVALID;
    copy.push(child);
  }
  return copy;
}
