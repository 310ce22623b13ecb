import type { ClassType } from '../../tool/class-type.js';
import type { DtoField } from '../dto/dto-field.js';
import { shapeOf } from '../dto/dto-shape.js';
import { converterOf, type ObjectConversion } from '../values/value-converter.js';
import { fitOf } from '../values/value-fit.js';
import { fieldCheck } from './field-check.js';
import { fieldStep } from './field-step.js';
import { generatedCode } from './generated-code.js';
import { instanceConversion } from './instance-conversion.js';
import type { ObjectPlan, PlanOf } from './object-plan.js';
import { openObject } from './open-object.js';
import type { CodeField, CodeMaker, Instance } from './plan-code.js';

/** The plan that makes and checks instances itself, equal to what the libraries would do. */
export function compiledPlan(cls: ClassType, planOf: PlanOf, codeOf: CodeMaker = generatedCode): ObjectPlan {
  const objects = instanceConversion(planOf);
  const fields = shapeOf(cls).fields.map((field) => codeField(field, objects, planOf));
  const code = codeOf(cls as new () => Instance, fields);
  return {
    convert: openObject((source, place, run) => code.make(source, place, run)),
    validate(instance, parent, key, run) {
      code.check(instance as Instance, key === '' ? parent : { parent, key }, run);
    },
  };
}

function codeField(field: DtoField, objects: ObjectConversion, planOf: PlanOf): CodeField {
  const { property, key, type, required, fallback } = field;
  return {
    property,
    key,
    step: fieldStep(field, property, converterOf(type, objects)),
    fit: fitOf(type),
    skipsMissing: !required && fallback === undefined,
    check: fieldCheck(field, planOf),
  };
}
