import type { DtoField } from '../dto/dto-field.js';
import { converterOf } from '../values/value-converter.js';
import { fitOf } from '../values/value-fit.js';
import { fieldStep } from './field-step.js';
import { generatedCode } from './generated-code.js';
import { instanceConversion } from './instance-conversion.js';
import type { CodeCheck, CodeField, Instance, PlanCode } from './plan-code.js';
import { planOf } from './plan-of.js';
import { validatorOfType } from './type-validator.js';

/** The code that makes and checks the values of a method's parameters: an array in the place of an instance. */
export function parameterCode(fields: readonly DtoField[]): PlanCode {
  const objects = instanceConversion(planOf);
  const unset: readonly unknown[] = Array.from({ length: fields.length });
  function Values(): unknown[] {
    return unset.slice();
  }
  return generatedCode(
    Values as unknown as new () => Instance,
    fields.map((field, index): CodeField => {
      const property = String(index);
      return {
        property,
        key: field.key,
        step: fieldStep(field, property, converterOf(field.type, objects)),
        fit: fitOf(field.type),
        skipsMissing: !field.required && field.fallback === undefined,
        check: nestedCheck(field, property),
      };
    }),
  );
}

function nestedCheck({ key, type }: DtoField, property: string): CodeCheck | undefined {
  const validate = validatorOfType(type, planOf);
  if (validate === undefined) return undefined;
  return {
    run: (values, place, run) => validate(values[property], place, key, run),
    optional: true,
    quick: undefined,
  };
}
