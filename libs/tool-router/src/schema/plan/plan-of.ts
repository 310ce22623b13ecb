import type { ClassType } from '../../tool/class-type.js';
import { canCompile } from './can-compile.js';
import { compiledPlan } from './compiled-plan.js';
import { libraryPlan } from './library-plan.js';
import type { ObjectPlan } from './object-plan.js';

const plans = new WeakMap<ClassType, ObjectPlan>();

/** The plan of a request class, made on first use: compiled where that is possible, else left to the libraries. */
export function planOf(cls: ClassType): ObjectPlan {
  let plan = plans.get(cls);
  if (plan === undefined) {
    plan = canCompile(cls) ? compiledPlan(cls, planOf) : libraryPlan(cls);
    plans.set(cls, plan);
  }
  return plan;
}
