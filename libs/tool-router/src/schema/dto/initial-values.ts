import type { ClassType } from '../../tool/class-type.js';

const NOTHING: ReadonlyMap<string, unknown> = new Map();

/**
 * The values that the initialisers of a class give, read off one instance.
 * @returns undefined for a class that cannot be made without arguments
 */
export function initialValues(cls: ClassType): ReadonlyMap<string, unknown> | undefined {
  let instance: object;
  try {
    instance = new (cls as new () => object)();
  } catch {
    return undefined;
  }
  const properties = Object.keys(instance);
  if (properties.length === 0) return NOTHING;
  const values = new Map<string, unknown>();
  for (const property of properties) {
    const value = (instance as Record<string, unknown>)[property];
    if (value !== undefined) values.set(property, value);
  }
  return values;
}
