import type { ClassType } from '../../tool/class-type.js';
import type { ValueType } from '../values/value-type.js';
import { RULE_TYPE, type ValidatorRule } from './validator-rules.js';

const NONE: readonly ValidatorRule[] = [];

/**
 * The rules that a declaration implies and that nobody wrote: an optional field is skipped when it is unset,
 * and an object of a described class is validated, also where `@ValidateNested()` was forgotten.
 * @param missing what nobody wrote: that the field is optional though it is, and that its objects are validated
 */
export function impliedRules(
  cls: ClassType,
  property: string,
  type: ValueType,
  missing: { readonly optional: boolean; readonly nested: boolean },
): readonly ValidatorRule[] {
  const isNested = missing.nested && holdsObjects(type);
  if (!missing.optional && !isNested) return NONE;
  const implied: ValidatorRule[] = [];
  if (missing.optional) {
    implied.push(impliedRule(cls, property, RULE_TYPE.conditional, { name: 'isOptional', constraints: [isSet] }));
  }
  if (isNested) implied.push(impliedRule(cls, property, RULE_TYPE.nested, {}));
  return implied;
}

function isSet(_object: unknown, value: unknown): boolean {
  return value !== undefined && value !== null;
}

function holdsObjects(type: ValueType): boolean {
  if (type.kind === 'array' || type.kind === 'set') return holdsObjects(type.item);
  if (type.kind === 'map') return holdsObjects(type.value);
  return type.kind === 'dto' || type.kind === 'union';
}

function impliedRule(
  target: ClassType,
  propertyName: string,
  type: string,
  more: Partial<ValidatorRule>,
): ValidatorRule {
  const rule = { type, target, propertyName, groups: [], each: false, message: '', ...more };
  return rule as unknown as ValidatorRule;
}
