import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import fc from 'fast-check';
import { InvalidArgumentsException } from '../errors/invalid-arguments.exception.js';
import type { ClassType } from '../tool/class-type.js';
import { ArgumentRun } from './argument-run.js';
import { randomRequests } from './fixtures/random-request.js';
import { canCompile } from './plan/can-compile.js';
import { compiledPlan } from './plan/compiled-plan.js';
import { libraryPlan } from './plan/library-plan.js';
import type { ObjectPlan } from './plan/object-plan.js';
import { INVALID } from './values/clean-json.js';

/** How many arguments are compared; `EQUIVALENCE_RUNS=100000` runs the long form. */
const COMPARISONS = Number(process.env['EQUIVALENCE_RUNS'] ?? 2000);
const SAMPLES = 20;

type Outcome = { instance: unknown } | { faults: readonly string[] };

function run(plan: ObjectPlan, args: unknown): Outcome {
  const ran = new ArgumentRun();
  const instance = plan.convert(args, undefined, '', ran);
  if (instance !== INVALID) plan.validate(instance as object, undefined, '', ran);
  try {
    return { instance: ran.finish(instance) };
  } catch (error) {
    const { faults } = error as InvalidArgumentsException;
    return { faults: faults.map(({ path, message }) => `${path}: ${message}`).toSorted() };
  }
}

function compiled(cls: ClassType): ObjectPlan {
  expect(canCompile(cls)).toBe(true);
  return compiledPlan(cls, compiled);
}

describe('compiled requests', () => {
  it('make and refuse what class-transformer and class-validator make and refuse', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(randomRequests(SAMPLES, true), ({ cls, samples }) => {
        const fast = compiled(cls);
        const slow = libraryPlan(cls);
        for (const sample of samples) {
          const text = JSON.stringify(sample);
          expect(run(fast, JSON.parse(text))).toStrictEqual(run(slow, JSON.parse(text)));
          expect(JSON.stringify(sample)).toBe(text);
        }
      }),
      { numRuns: Math.ceil(COMPARISONS / SAMPLES) },
    );
  });
});
