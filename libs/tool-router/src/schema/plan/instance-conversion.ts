import { cleanJson } from '../values/clean-json.js';
import type { ObjectConversion } from '../values/value-converter.js';
import type { PlanOf } from './object-plan.js';
import { unionConverter } from './union-converter.js';

/** Converts to instances of request classes, each made by its own plan; the look-up waits for the first value. */
export function instanceConversion(planOf: PlanOf): ObjectConversion {
  const objects: ObjectConversion = {
    containers: true,
    copyJson: cleanJson,
    dto: (cls) => (value, parent, key, run) => planOf(cls).convert(value, parent, key, run),
    union: (type) => unionConverter(type, objects, leaveUnmarked),
  };
  return objects;
}

function leaveUnmarked(): void {
  // The class of the instance tells which member it is.
}
