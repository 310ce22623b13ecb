import { plainToInstance, type TargetMap } from 'class-transformer';
import { Validator, type ValidationError } from 'class-validator';
import { ValidationExecutor } from 'class-validator/cjs/validation/ValidationExecutor.js';
import { ToolRouterException } from '../../errors/tool-router.exception.js';
import type { ClassType } from '../../tool/class-type.js';
import { joinPath, pathOf, type ArgumentRun } from '../argument-run.js';
import { reachableClasses } from '../dto/reachable-classes.js';
import { shapeOf } from '../dto/dto-shape.js';
import { INVALID } from '../values/clean-json.js';
import { release } from './held-json.js';
import { memoisedStorage } from './memoised-storage.js';
import type { ObjectPlan } from './object-plan.js';
import { plainConversion } from './plain-conversion.js';
import { faultMessage } from './rule-message.js';
import { targetMaps } from './target-maps.js';

const OPTIONS = { whitelist: true, forbidUnknownValues: false };
const UNCONVERTIBLE = 'cannot be converted; check each value against the schema';

/** The plan that leaves conversion to class-transformer and validation to class-validator, as `ValidationPipe` does. */
export function libraryPlan(cls: ClassType): ObjectPlan {
  const classes = reachableClasses(cls);
  const transforms = classes.some((one) => shapeOf(one).fields.some((field) => field.transformed));
  const toPlain = plainConversion(transforms).dto(cls);
  const maps: TargetMap[] = targetMaps(classes);
  return {
    convert(value, parent, key, run) {
      const plain = toPlain(value, parent, key, run);
      if (plain === INVALID) return INVALID;
      try {
        const instance = plainToInstance(cls as new () => object, plain, { targetMaps: maps });
        return transforms ? instance : release(instance);
      } catch (error) {
        if (ToolRouterException.is(error)) throw error;
        run.refuse(parent, key, UNCONVERTIBLE);
        return INVALID;
      }
    },
    validate(instance, parent, key, run) {
      const executor = new ValidationExecutor(new Validator(), OPTIONS);
      Object.assign(executor, { metadataStorage: memoisedStorage() });
      const errors: ValidationError[] = [];
      executor.execute(instance, '', errors);
      const path = pathOf(parent, key);
      if (executor.awaitingPromises.length === 0) report(executor.stripEmptyErrors(errors), path, run);
      else {
        run.wait(
          Promise.all(executor.awaitingPromises).then(() => report(executor.stripEmptyErrors(errors), path, run)),
        );
      }
    },
  };
}

function report(errors: readonly ValidationError[], path: string, run: ArgumentRun): void {
  for (const error of errors) {
    if (run.isFull()) return;
    const at = joinPath(path, keyOf(error));
    for (const message of Object.values(error.constraints ?? {})) run.reject(at, faultMessage(message, error.property));
    report(error.children ?? [], at, run);
  }
}

/** The index or the name in JSON of what an error is about. */
function keyOf({ target, property }: ValidationError): string | number {
  if (Array.isArray(target) || target instanceof Set) return Number(property);
  if (target === undefined || target instanceof Map) return property;
  const { fields } = shapeOf(target.constructor as ClassType);
  return fields.find((field) => field.property === property)?.key ?? property;
}
