import { plainToInstance, type ClassTransformOptions, type TargetMap } from 'class-transformer';
import type { ClassType } from '../../tool/class-type.js';
import { reachableClasses } from '../dto/reachable-classes.js';
import { INVALID } from '../values/clean-json.js';
import { release } from './held-json.js';
import { libraryValidation } from './library-validation.js';
import type { ObjectPlan } from './object-plan.js';
import { plainConversion } from './plain-conversion.js';
import { targetMaps } from './target-maps.js';
import { isValueError } from './value-error.js';

const UNCONVERTIBLE = 'cannot be converted; check each value against the schema';

/** The plan that leaves conversion to class-transformer and validation to class-validator, as `ValidationPipe` does. */
export function libraryPlan(cls: ClassType): ObjectPlan {
  const classes = reachableClasses(cls);
  const toPlain = plainConversion().dto(cls);
  const options = transformOptions(targetMaps(classes));
  return {
    convert(value, parent, key, run) {
      const plain = toPlain(value, parent, key, run);
      if (plain === INVALID) return INVALID;
      try {
        return release(plainToInstance(cls as new () => object, plain, options));
      } catch (error) {
        if (!isValueError(error)) throw error;
        run.refuse(parent, key, UNCONVERTIBLE);
        return INVALID;
      }
    },
    validate: libraryValidation,
  };
}

function transformOptions(maps: TargetMap[]): ClassTransformOptions {
  return maps.length === 0 ? {} : { targetMaps: maps };
}
