import type { ClassType } from '../../tool/class-type.js';
import { canCheck, canMake, isFlat } from './can-compile.js';
import { checkWhitelisted } from './check-whitelisted.js';
import { compiledPlan } from './compiled-plan.js';
import { libraryPlan } from './library-plan.js';
import { libraryValidation } from './library-validation.js';
import type { ObjectPlan } from './object-plan.js';

const plans = new WeakMap<ClassType, ObjectPlan>();

/** The plan of a request class, made on first use: compiled where that is possible, left to the libraries otherwise. */
export function planOf(cls: ClassType): ObjectPlan {
  let plan = plans.get(cls);
  if (plan === undefined) {
    plan = createPlan(cls);
    plans.set(cls, plan);
  }
  return plan;
}

function createPlan(cls: ClassType): ObjectPlan {
  const compiled = compiledPlan(cls, planOf);
  if (canMake(cls)) return canCheck(cls) ? compiled : { ...compiled, validate: libraryValidation };
  const library = libraryPlan(cls);
  // Objects that class-transformer made inside of others may be of any class, so class-validator walks them itself.
  return canCheck(cls) && isFlat(cls) ? { ...library, validate: checkWhitelisted(cls, compiled) } : library;
}
