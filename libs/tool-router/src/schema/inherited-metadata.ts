import 'reflect-metadata';

/**
 * What `Reflect.getMetadata` finds on a class or a prototype, or on one that it inherits from. That function looks twice
 * at every step, and goes on to the platform's own prototypes, where no decorator stands.
 */
export function inheritedMetadata(key: string | symbol, target: object, property?: string): unknown {
  const own: unknown = Reflect.getOwnMetadata(key, target, property as string);
  if (own !== undefined || !inherits(target)) return own;
  return Reflect.getMetadata(key, target, property as string);
}

function inherits(target: object): boolean {
  const prototype: unknown = typeof target === 'function' ? target.prototype : target;
  return typeof prototype !== 'object' || prototype === null || Object.getPrototypeOf(prototype) !== Object.prototype;
}
