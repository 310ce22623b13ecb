import type { ClassType } from '../../tool/class-type.js';
import { canCheck, canMake } from './can-compile.js';
import { compiledPlan } from './compiled-plan.js';
import { libraryPlan } from './library-plan.js';
import { libraryValidation } from './library-validation.js';
import type { ObjectPlan } from './object-plan.js';

const plans = new WeakMap<ClassType, ObjectPlan>();

/**
 * The plan of a request class, made on first use: compiled where that is possible, left to the libraries otherwise.
 * What class-transformer made is always checked by class-validator, which also whitelists it.
 */
export function planOf(cls: ClassType): ObjectPlan {
  let plan = plans.get(cls);
  if (plan === undefined) {
    plan = createPlan(cls);
    plans.set(cls, plan);
  }
  return plan;
}

function createPlan(cls: ClassType): ObjectPlan {
  if (!canMake(cls)) return libraryPlan(cls);
  const compiled = compiledPlan(cls, planOf);
  return canCheck(cls) ? compiled : { ...compiled, validate: libraryValidation };
}
