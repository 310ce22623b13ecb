import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import * as fc from 'fast-check';
import { ArgumentRefusal } from '../errors/argument-refusal.js';
import type { ClassType } from '../tool/class-type.js';
import { ArgumentRun, joinPath } from './argument-run.js';
import { forgetClasses } from './fixtures/forget-classes.js';
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
  const ended = ran.finish(instance);
  if (!(ended instanceof ArgumentRefusal)) return { instance: ended };
  return { faults: ended.faults.map(({ path, message }) => `${path}: ${message}`).toSorted() };
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
        forgetClasses(cls);
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
          forgetClasses(cls);
        },
      ),
      { numRuns: Math.ceil(COMPARISONS / SAMPLES) },
    );
  });

  it('agree with the bare libraries on arguments that need no conversion', { timeout: 600_000 }, () => {
    let compared = 0;
    fc.assert(
      fc.property(
        randomRequests({ samples: SAMPLES, declarations: false, sayable: false, tame: true }),
        ({ cls, samples }) => {
          const plan = compiled(cls);
          for (const sample of samples) {
            const text = JSON.stringify(sample);
            // class-transformer fails on objects with such a key of their own, class-validator on tiny numbers.
            if (/"(?:constructor|toString)":|e-\d/.test(text)) continue;
            const instance = plainToInstance(cls as new () => object, JSON.parse(text) as object);
            if (!isUnconverted(plan, sample, instance)) continue;
            compared += 1;
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
          forgetClasses(cls);
        },
      ),
      { numRuns: Math.ceil(COMPARISONS / SAMPLES) },
    );
    expect(compared).toBeGreaterThan(COMPARISONS / 20);
  });
});

/** Whether class-transformer alone makes the same of the arguments, so that only validation is left to compare. */
function isUnconverted(plan: ObjectPlan, args: unknown, instance: unknown): boolean {
  const ran = new ArgumentRun();
  return sameWhereDeclared(plan.convert(args, undefined, '', ran), instance) && !ran.hasFaults();
}

function sameWhereDeclared(mine: unknown, theirs: unknown): boolean {
  if (typeof mine !== 'object' || typeof theirs !== 'object' || mine === null || theirs === null) {
    return Object.is(mine, theirs);
  }
  if (mine instanceof Date || theirs instanceof Date) return JSON.stringify(mine) === JSON.stringify(theirs);
  const known = theirs as Record<string, unknown>;
  return (
    mine.constructor === theirs.constructor &&
    Object.entries(mine).every(([key, value]) => sameWhereDeclared(value, known[key])) &&
    Object.entries(known).every(([key, value]) => value !== null || key in mine)
  );
}

function pathsOf(errors: readonly ValidationError[], base = ''): string[] {
  return errors.flatMap(({ target, property, constraints, children }) => {
    const at = joinPath(base, Array.isArray(target) ? Number(property) : property);
    return [...Object.keys(constraints ?? {}).map(() => at), ...pathsOf(children ?? [], at)];
  });
}
