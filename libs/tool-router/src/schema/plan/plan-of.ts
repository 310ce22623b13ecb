import type { ClassType } from '../../tool/class-type.js';
import { libraryPlan } from './library-plan.js';
import type { ObjectPlan } from './object-plan.js';

const plans = new WeakMap<ClassType, ObjectPlan>();

/** The plan of a request class, made on first use. */
export function planOf(cls: ClassType): ObjectPlan {
  let plan = plans.get(cls);
  if (plan === undefined) {
    plan = libraryPlan(cls);
    plans.set(cls, plan);
  }
  return plan;
}
