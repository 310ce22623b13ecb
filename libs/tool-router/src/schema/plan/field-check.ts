import { getMetadataStorage } from 'class-validator';
import { pathOf, type ArgumentRun } from '../argument-run.js';
import type { DtoField } from '../dto/dto-field.js';
import { RULE_TYPE, type ValidatorRule } from '../rules/validator-rules.js';
import type { QuickCheck } from '../rules/quick-checks.js';
import type { PlanOf } from './object-plan.js';
import type { CodeCheck } from './plan-code.js';
import { ruleCheck, type RuleCheck } from './rule-check.js';
import { validatorOfType } from './type-validator.js';

/** Builds the check of a field, in the order that class-validator keeps; undefined where nothing is to be checked. */
export function fieldCheck(field: DtoField, planOf: PlanOf): CodeCheck | undefined {
  const { property, key, rules } = field;
  const optional = rules.some((rule) => rule.type === RULE_TYPE.conditional);
  const checks = [...rules.filter(isDefinedRule), ...rules.filter(isOrdinary)].flatMap(checksOf);
  const nested = rules.some((rule) => rule.type === RULE_TYPE.nested) ? validatorOfType(field.type, planOf) : undefined;
  if (checks.length === 0 && nested === undefined) return undefined;
  const run: CodeCheck['run'] = (instance, place, ran) => {
    const value = instance[property];
    if (optional && (value === undefined || value === null)) return;
    for (const check of checks) {
      if (check.passes(value, instance)) continue;
      if (!ran.isFull()) rejectField(checks, value, instance, pathOf(place, key), ran);
      break;
    }
    nested?.(value, place, key, ran);
  };
  return { run, optional, quick: nested === undefined ? quickChecks(checks) : undefined };
}

function quickChecks(checks: readonly RuleCheck[]): readonly QuickCheck[] | undefined {
  const quick = checks.map((check) => check.quick).filter((check) => check !== undefined);
  return quick.length === checks.length ? quick : undefined;
}

/** Of several rules of one name the last message counts, as in class-validator's table of constraints. */
function rejectField(
  checks: readonly RuleCheck[],
  value: unknown,
  instance: object,
  path: string,
  run: ArgumentRun,
): void {
  const messages = new Map<string, string>();
  for (const check of checks) {
    if (!check.passes(value, instance)) messages.set(check.name, check.message(value, instance));
  }
  for (const message of messages.values()) run.reject(path, message);
}

function isDefinedRule(rule: ValidatorRule): boolean {
  return rule.type === RULE_TYPE.defined;
}

function isOrdinary(rule: ValidatorRule): boolean {
  return rule.type === RULE_TYPE.custom;
}

function checksOf(rule: ValidatorRule): RuleCheck[] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(rule.constraintCls)
    .map((constraint) => ruleCheck(rule, constraint));
}
