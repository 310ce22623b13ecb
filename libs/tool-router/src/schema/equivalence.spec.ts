import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import * as fc from 'fast-check';
import type { InvalidArgumentsException } from '../errors/invalid-arguments.exception.js';
import type { ClassType } from '../tool/class-type.js';
import { ArgumentRun, joinPath } from './argument-run.js';
import { randomRequests } from './fixtures/random-request.js';
import { canCheck, canMake } from './plan/can-compile.js';
import { compiledPlan } from './plan/compiled-plan.js';
import { libraryPlan } from './plan/library-plan.js';
import type { ObjectPlan } from './plan/object-plan.js';
import { walkingCode } from './plan/plan-code.js';
import { planOf } from './plan/plan-of.js';
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
  expect(canMake(cls) && canCheck(cls)).toBe(true);
  return compiledPlan(cls, compiled);
}

function walking(cls: ClassType): ObjectPlan {
  return compiledPlan(cls, walking, walkingCode);
}

describe('compiled requests', () => {
  it('make and refuse what class-transformer and class-validator make and refuse', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(randomRequests({ samples: SAMPLES, declarations: true, sayable: false }), ({ cls, samples }) => {
        const fast = compiled(cls);
        const withoutCode = walking(cls);
        const slow = libraryPlan(cls);
        for (const sample of samples) {
          const text = JSON.stringify(sample);
          const expected = run(slow, JSON.parse(text));
          expect(run(fast, JSON.parse(text))).toStrictEqual(expected);
          expect(run(withoutCode, JSON.parse(text))).toStrictEqual(expected);
          expect(JSON.stringify(sample)).toBe(text);
        }
      }),
      { numRuns: Math.ceil(COMPARISONS / SAMPLES) },
    );
  });

  it('equal the libraries as well where only some classes can be compiled', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(
        randomRequests({ samples: SAMPLES, declarations: true, sayable: false, odd: true }),
        ({ cls, samples }) => {
          const mixed = planOf(cls);
          const slow = libraryPlan(cls);
          for (const sample of samples) expect(run(mixed, sample)).toStrictEqual(run(slow, sample));
        },
      ),
      { numRuns: Math.ceil(COMPARISONS / SAMPLES) },
    );
  });

  it('agree with the bare libraries on arguments that need no conversion', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(randomRequests({ samples: SAMPLES, declarations: false, sayable: false }), ({ cls, samples }) => {
        const plan = compiled(cls);
        for (const sample of samples.filter((one) => isUnconverted(plan, one))) {
          const instance = plainToInstance(cls as new () => object, structuredClone(sample));
          const errors = validateSync(instance, { whitelist: true, forbidUnknownValues: false });
          const outcome = run(plan, sample);
          if ('faults' in outcome) {
            const paths = new Set(outcome.faults.map((fault) => fault.slice(0, fault.indexOf(':'))));
            expect(paths).toEqual(new Set(pathsOf(errors)));
          } else {
            expect(errors).toEqual([]);
            expect(outcome.instance).toStrictEqual(instance);
          }
        }
      }),
      { numRuns: Math.ceil(COMPARISONS / SAMPLES) },
    );
  });
});

/** Whether the arguments are of the declared structure, so that nothing is converted or refused before validation. */
function isUnconverted(plan: ObjectPlan, args: unknown): boolean {
  const ran = new ArgumentRun();
  const instance = plan.convert(args, undefined, '', ran);
  const text = JSON.stringify(args, (_key, value: unknown) => (value === null ? undefined : value));
  if (text !== JSON.stringify(args) || /"(?:constructor|toString)"/.test(text)) return false;
  try {
    ran.finish(instance);
  } catch {
    return false;
  }
  return !/"(?:-?\d[\d.e]*|true|false)"/.test(text);
}

function pathsOf(errors: readonly ValidationError[], base = ''): string[] {
  return errors.flatMap(({ target, property, constraints, children }) => {
    const at = joinPath(base, Array.isArray(target) ? Number(property) : property);
    return [...Object.keys(constraints ?? {}).map(() => at), ...pathsOf(children ?? [], at)];
  });
}
