import type { ObjectConversion } from '../values/value-converter.js';
import { planOf } from './plan-of.js';
import { unionConverter } from './union-converter.js';

/** Converts to instances of request classes, each made by its own plan. */
export const instanceConversion: ObjectConversion = {
  containers: true,
  dto: (cls) => (value, parent, key, run) => planOf(cls).convert(value, parent, key, run),
  union: (type) => unionConverter(type, instanceConversion, leaveUnmarked),
};

function leaveUnmarked(): void {
  // The class of the instance tells which member it is.
}
