import * as validators from 'class-validator';
import { isCompilable } from './builtin-rules.js';
import { STRING_RULES } from './string-rules.js';
import { rulesOf } from './validator-rules.js';

/** Arguments for the decorators that need some. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  ArrayContains: [['a']],
  ArrayNotContains: [['a']],
  Contains: ['a'],
  NotContains: ['a'],
  Equals: ['a'],
  NotEquals: ['a'],
  IsEnum: [{ A: 'a' }],
  IsHash: ['md5'],
  IsIn: [['a']],
  IsNotIn: [['a']],
  IsInstance: [Object],
  Matches: [/a/],
  MinDate: [new Date(0)],
  MaxDate: [new Date(0)],
  Length: [1, 9],
  MinLength: [1],
  MaxLength: [9],
  IsByteLength: [1, 9],
  Min: [1],
  Max: [9],
  IsDivisibleBy: [2],
  ArrayMinSize: [1],
  ArrayMaxSize: [9],
};

/** Exports that look like decorators and are none that could stand alone. */
const OTHERS = new Set([
  'Validate',
  'ValidateBy',
  'ValidateIf',
  'ValidatePromise',
  'ValidationError',
  'ValidationTypes',
]);
const NO_RULE = new Set(['Validator', 'ValidatorConstraint', 'MetadataStorage']);

const decorators = Object.keys(validators).filter(
  (name) => /^[A-Z][a-z]/.test(name) && !OTHERS.has(name) && !NO_RULE.has(name),
);

function ruleOf(name: string) {
  class Probe {}
  const make = (validators as unknown as Record<string, (...given: unknown[]) => PropertyDecorator>)[name];
  make?.(...(ARGUMENTS[name] ?? []))(Probe.prototype, 'value');
  const rule = rulesOf(Probe).get('value')?.[0];
  if (rule === undefined) throw new Error(`${name} declares no rule`);
  return rule;
}

describe('the rules of class-validator', () => {
  it('are all known, so that a newer version with more of them is noticed', () => {
    const unknown = decorators.filter((name) => !isCompilable(ruleOf(name)));
    expect(unknown).toEqual([]);
    expect(decorators.length).toBeGreaterThan(90);
  });

  it('for strings refuse everything else', () => {
    const metadata = validators.getMetadataStorage();
    for (const name of decorators) {
      const rule = ruleOf(name);
      if (!STRING_RULES.has(rule.name ?? '')) continue;
      const [constraint] = metadata.getTargetValidatorConstraints(rule.constraintCls);
      for (const value of [undefined, null, 5, 0, true, {}, [], ['a'], new Date(0)]) {
        const args = { value, constraints: rule.constraints, object: {}, property: 'value', targetName: 'Probe' };
        expect([name, value, constraint?.instance.validate(value, args)]).toEqual([name, value, false]);
      }
    }
  });
});
