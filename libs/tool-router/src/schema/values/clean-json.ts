/** Levels of plain JSON below a field; deeper values are refused rather than walked. */
const MAX_PLAIN_DEPTH = 256;

/** Stands for a value that could not be converted. */
export const INVALID: unique symbol = Symbol('invalid');

/** Makes a deep copy of a JSON value, or answers INVALID when it is nested too deeply. */
export type JsonCopy = (value: unknown) => unknown;

/** A copy that shares nothing with the value and has no own `__proto__` at any level. */
export const cleanJson: JsonCopy = (value) => copyJson(value, 0, false);

/** The same without own `constructor` keys, which class-transformer would take for a class. */
export const transformableJson: JsonCopy = (value) => copyJson(value, 0, true);

function copyJson(value: unknown, depth: number, transformable: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_PLAIN_DEPTH) return INVALID;
  if (value instanceof Date) return new Date(value.getTime());
  if (Array.isArray(value)) return copyArray(value, depth + 1, transformable);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || (transformable && key === 'constructor')) continue;
    const child = copyJson((value as Record<string, unknown>)[key], depth + 1, transformable);
    if (child === INVALID) return INVALID;
    copy[key] = child;
  }
  return copy;
}

function copyArray(values: readonly unknown[], depth: number, transformable: boolean): unknown {
  const copy: unknown[] = [];
  for (const value of values) {
    const child = copyJson(value, depth, transformable);
    if (child === INVALID) return INVALID;
    copy.push(child);
  }
  return copy;
}
