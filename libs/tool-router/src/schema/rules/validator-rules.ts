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
 * The rules of a class by property: base class first, then in order of declaration. A property that a subclass declares
 * again stays where it was. The look-up walks all classes of the process, so callers keep what they get.
 */
export function rulesOf(cls: ClassType): ReadonlyMap<string, readonly ValidatorRule[]> {
  const rules = lookUp(cls);
  const byProperty = new Map<string, ValidatorRule[]>();
  for (const ancestor of lineage(cls)) {
    const own = ancestor === cls ? rules : lookUp(ancestor).filter((rule) => rule.target === ancestor);
    for (const { propertyName } of own) if (!byProperty.has(propertyName)) byProperty.set(propertyName, []);
  }
  for (const rule of rules) byProperty.get(rule.propertyName)?.push(rule);
  return byProperty;
}

function lookUp(cls: ClassType): ValidatorRule[] {
  return getMetadataStorage().getTargetValidationMetadatas(cls, '', false, false);
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
