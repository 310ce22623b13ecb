import type { ClassType } from '../../tool/class-type.js';

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
  const values = new Map<string, unknown>();
  for (const [property, value] of Object.entries(instance)) {
    if (value !== undefined) values.set(property, value);
  }
  return values;
}
