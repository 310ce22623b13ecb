/** Freezes a JSON value at every level. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freezeObject(value);
  return value;
}

function freezeObject(value: object): void {
  Object.freeze(value);
  for (const key in value) {
    const item: unknown = (value as Record<string, unknown>)[key];
    if (typeof item === 'object' && item !== null && !Object.isFrozen(item)) freezeObject(item);
  }
}
