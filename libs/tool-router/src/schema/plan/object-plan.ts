import type { ClassType } from '../../tool/class-type.js';
import type { ArgumentRun, Place } from '../argument-run.js';
import type { ValueConverter } from '../values/value-converter.js';

/** How instances of one request class are made out of JSON, and checked when all of them are made. */
export interface ObjectPlan {
  readonly convert: ValueConverter;
  validate(instance: object, parent: Place, key: string | number, run: ArgumentRun): void;
}

/** Finds the plan of a class. */
export type PlanOf = (cls: ClassType) => ObjectPlan;
