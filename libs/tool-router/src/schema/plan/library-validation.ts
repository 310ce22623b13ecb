import { Validator, type ValidationError } from 'class-validator';
import { ValidationExecutor } from 'class-validator/cjs/validation/ValidationExecutor.js';
import type { ClassType } from '../../tool/class-type.js';
import { joinPath, pathOf, type ArgumentRun } from '../argument-run.js';
import { shapeOf } from '../dto/dto-shape.js';
import { memoisedStorage } from './memoised-storage.js';
import type { ObjectPlan } from './object-plan.js';
import { faultMessage } from './rule-message.js';

const OPTIONS = { whitelist: true, forbidUnknownValues: false };
const validator = new Validator();

/**
 * Leaves validation to class-validator's executor, as `ValidationPipe` does; only the look-up of the rules is ours.
 * It ends at once unless a validator is asynchronous, which the library's own entry points cannot tell.
 */
export const libraryValidation: ObjectPlan['validate'] = (instance, parent, key, run) => {
  const executor = new ValidationExecutor(validator, OPTIONS);
  Object.assign(executor, { metadataStorage: memoisedStorage() });
  const errors: ValidationError[] = [];
  try {
    executor.execute(instance, '', errors);
  } catch (error) {
    for (const promise of executor.awaitingPromises) promise.catch(() => undefined);
    throw error;
  }
  const finish = (): void => report(executor.stripEmptyErrors(errors), pathOf(parent, key), run);
  if (executor.awaitingPromises.length === 0) finish();
  else run.wait(Promise.all(executor.awaitingPromises).then(finish));
};

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
