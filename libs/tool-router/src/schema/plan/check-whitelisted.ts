import type { ClassType } from '../../tool/class-type.js';
import { shapeOf } from '../dto/dto-shape.js';
import type { ObjectPlan } from './object-plan.js';

/**
 * The check of instances that class-transformer made, which hold what was sent without being declared: that is dropped
 * first, as class-validator does with `whitelist`.
 */
export function checkWhitelisted(cls: ClassType, plan: ObjectPlan): ObjectPlan['validate'] {
  const declared = new Set(shapeOf(cls).fields.map((field) => field.property));
  return (instance, parent, key, run) => {
    for (const name of Object.keys(instance)) {
      if (!declared.has(name)) delete (instance as Record<string, unknown>)[name];
    }
    plan.validate(instance, parent, key, run);
  };
}
