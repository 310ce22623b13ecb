/** A copy of a default value for one call: arrays, plain objects, dates, maps and sets are copied, the rest is shared. */
export function freshCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(freshCopy);
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, freshCopy(item)]));
  if (value instanceof Set) return new Set([...value].map(freshCopy));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, freshCopy(item)]));
}
