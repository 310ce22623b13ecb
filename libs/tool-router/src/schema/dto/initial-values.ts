import type { ClassType } from '../../tool/class-type.js';

/**
 * The values that the initialisers of a class give, read off one instance.
 * A class that cannot be made without arguments has none here; making real instances reports it.
 */
export function initialValues(cls: ClassType): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  let instance: object;
  try {
    instance = new (cls as new () => object)();
  } catch {
    return values;
  }
  for (const [property, value] of Object.entries(instance)) {
    if (value !== undefined) values.set(property, value);
  }
  return values;
}
