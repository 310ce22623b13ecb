import { shapeOf } from '../dto/dto-shape.js';
import type { ClassType } from '../../tool/class-type.js';
import { cleanJson, type JsonCopy } from '../values/clean-json.js';

const held = new WeakMap<object, unknown>();

/**
 * A copy of free JSON that is hidden from class-transformer, which drops keys like `toString` and `valueOf` from it:
 * a function passes through the library as it is.
 */
export const holdJson: JsonCopy = (value) => {
  const copy = cleanJson(value);
  if (typeof copy !== 'object' || copy === null) return copy;
  const holder = createHolder();
  held.set(holder, copy);
  return holder;
};

function createHolder(): () => void {
  return () => undefined;
}

/** Puts the free JSON back into an instance and everything in it. */
export function release(value: unknown): unknown {
  if (typeof value === 'function') return held.has(value) ? held.get(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = release(item);
  } else if (value instanceof Map) {
    for (const [key, item] of value) value.set(key, release(item));
  } else if (value instanceof Set) {
    for (const item of value) release(item);
  } else if (value.constructor !== Object && value.constructor !== Date) {
    for (const { property } of shapeOf(value.constructor as ClassType).fields) releaseProperty(value, property);
  }
  return value;
}

function releaseProperty(instance: object, property: string): void {
  const fields = instance as Record<string, unknown>;
  const value = fields[property];
  const released = release(value);
  if (released !== value) fields[property] = released;
}
