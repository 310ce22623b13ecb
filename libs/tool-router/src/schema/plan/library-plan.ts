import { plainToInstance, type TargetMap } from 'class-transformer';
import { Validator, type ValidationError } from 'class-validator';
import { ValidationExecutor } from 'class-validator/cjs/validation/ValidationExecutor.js';
import { ToolRouterException } from '../../errors/tool-router.exception.js';
import type { ClassType } from '../../tool/class-type.js';
import { joinPath, pathOf, type ArgumentRun } from '../argument-run.js';
import { reachableClasses } from '../dto/reachable-classes.js';
import { shapeOf } from '../dto/dto-shape.js';
import { INVALID } from '../values/clean-json.js';
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
        return plainToInstance(cls as new () => object, plain, { targetMaps: maps });
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
    const inArray = Array.isArray(error.target) || error.target instanceof Set;
    const at = joinPath(path, inArray ? Number(error.property) : error.property);
    for (const message of Object.values(error.constraints ?? {})) run.reject(at, faultMessage(message, error.property));
    report(error.children ?? [], at, run);
  }
}
