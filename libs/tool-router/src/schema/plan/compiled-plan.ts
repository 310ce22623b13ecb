import type { ClassType } from '../../tool/class-type.js';
import { shapeOf } from '../dto/dto-shape.js';
import { converterOf } from '../values/value-converter.js';
import { fieldCheck } from './field-check.js';
import { fieldStep } from './field-step.js';
import { instanceConversion } from './instance-conversion.js';
import type { ObjectPlan, PlanOf } from './object-plan.js';
import { openObject } from './open-object.js';

/** The plan that makes and checks instances itself, field by field, equal to what the libraries would do. */
export function compiledPlan(cls: ClassType, planOf: PlanOf): ObjectPlan {
  const { fields } = shapeOf(cls);
  const objects = instanceConversion(planOf);
  const steps = fields.map((field) => fieldStep(field, field.property, converterOf(field.type, objects)));
  const checks = fields.map((field) => fieldCheck(field, planOf)).filter((check) => check !== undefined);
  const Instance = cls as new () => Record<string, unknown>;
  return {
    convert: openObject((source, place, run) => {
      const instance = new Instance();
      for (const step of steps) step(source, instance, place, run);
      return instance;
    }),
    validate(instance, parent, key, run) {
      const place = key === '' ? parent : { parent, key };
      for (const check of checks) check(instance as Record<string, unknown>, place, run);
    },
  };
}
