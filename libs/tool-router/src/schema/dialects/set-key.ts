/** Gives an object an own key whatever its name: assigning to `__proto__` would set the prototype instead. */
export function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** Reads an own key: `constructor` and the like are never found on the prototype. */
export function ownValue(target: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(target, key) ? target[key] : undefined;
}
