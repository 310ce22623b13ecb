import { getMetadataStorage } from 'class-validator';
import type { ClassType } from '../../tool/class-type.js';

/** One class-validator decorator on one property. */
export type ValidatorRule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The kinds of rules that class-validator treats apart from ordinary checks. */
export const RULE_TYPE = {
  nested: 'nestedValidation',
  conditional: 'conditionalValidation',
  whitelist: 'whitelistValidation',
  custom: 'customValidation',
  defined: 'isDefined',
} as const;

/**
 * The rules of a class by property: base class first, then in order of declaration.
 * The look-up walks all classes of the process, so callers keep what they get.
 */
export function rulesOf(cls: ClassType): ReadonlyMap<string, readonly ValidatorRule[]> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(cls, '', false, false);
  const depth = new Map<unknown, number>(lineage(cls).map((ancestor, index) => [ancestor, index]));
  const ordered = rules.toSorted((a, b) => (depth.get(a.target) ?? 0) - (depth.get(b.target) ?? 0));
  const byProperty = new Map<string, ValidatorRule[]>();
  for (const rule of ordered) {
    const known = byProperty.get(rule.propertyName);
    if (known === undefined) byProperty.set(rule.propertyName, [rule]);
    else known.push(rule);
  }
  return byProperty;
}

/** A class and the classes it extends, the farthest first. */
function lineage(cls: ClassType): ClassType[] {
  const classes: ClassType[] = [];
  for (let at: unknown = cls; typeof at === 'function' && at.prototype; at = Object.getPrototypeOf(at)) {
    classes.unshift(at as ClassType);
  }
  return classes;
}

/** Whether the class declares anything that can be filled in. */
export function isDescribed(cls: ClassType): boolean {
  return rulesOf(cls).size > 0;
}
