import type { ArgumentRun, Place } from '../argument-run.js';
import type { QuickCheck } from '../rules/quick-checks.js';
import type { ValueFit } from '../values/value-fit.js';
import type { FieldStep } from './field-step.js';

export type Instance = Record<string, unknown>;

/** One field, as the code of a plan needs it. */
export interface CodeField {
  readonly property: string;
  readonly key: string;
  readonly step: FieldStep;
  /** The test of a value that may be taken as it is; undefined where the step must always look. */
  readonly fit: ValueFit | undefined;
  /** Nothing happens when the arguments have nothing for the field. */
  readonly skipsMissing: boolean;
  readonly check: CodeCheck | undefined;
}

/** What is checked about one field. */
export interface CodeCheck {
  readonly run: (instance: Instance, place: Place, run: ArgumentRun) => void;
  /** Nothing is checked while the value is unset. */
  readonly optional: boolean;
  /** When all of them say yes, nothing else needs to be checked; undefined where that cannot be told so quickly. */
  readonly quick: readonly QuickCheck[] | undefined;
}

/** The two halves of a plan. */
export interface PlanCode {
  make(source: Readonly<Record<string, unknown>>, place: Place, run: ArgumentRun): Instance;
  check(instance: Instance, place: Place, run: ArgumentRun): void;
}

/** Makes the code of a plan out of its fields. */
export type CodeMaker = (create: new () => Instance, fields: readonly CodeField[]) => PlanCode;

/** Code that walks the fields. */
export const walkingCode: CodeMaker = (Create, fields) => ({
  make(source, place, run) {
    const instance = new Create();
    for (const { step } of fields) step(source, instance, place, run);
    return instance;
  },
  check(instance, place, run) {
    for (const { check } of fields) check?.run(instance, place, run);
  },
});
