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
 * again stays where it was.
 */
export function rulesOf(cls: ClassType): ReadonlyMap<string, readonly ValidatorRule[]> {
  const byProperty = new Map<string, ValidatorRule[]>();
  if (Object.getPrototypeOf(cls) === Function.prototype) return grouped(declaredOn(cls), byProperty);
  const classes = lineage(cls);
  for (const { propertyName } of classes.flatMap(declaredOn)) {
    if (!byProperty.has(propertyName)) byProperty.set(propertyName, []);
  }
  return grouped(effectiveRules(classes), byProperty);
}

function grouped(
  list: readonly ValidatorRule[],
  byProperty: Map<string, ValidatorRule[]>,
): ReadonlyMap<string, readonly ValidatorRule[]> {
  for (const rule of list) {
    const rules = byProperty.get(rule.propertyName);
    if (rules === undefined) byProperty.set(rule.propertyName, [rule]);
    else rules.push(rule);
  }
  return byProperty;
}

/**
 * The rules that hold for the last of a line of classes, chosen as class-validator chooses them: its own rules replace
 * inherited ones of the same kind on the same property. The library's own look-up compares the class with every other
 * class of the process, which makes a boot with many of them slow.
 */
function effectiveRules(classes: readonly ClassType[]): readonly ValidatorRule[] {
  const own = declaredOn(classes.at(-1) as ClassType);
  const replaced = new Set(own.map(({ propertyName, type }) => JSON.stringify([propertyName, type])));
  const inherited = classes.slice(0, -1).flatMap(declaredOn);
  return [...own, ...inherited.filter(({ propertyName, type }) => !replaced.has(JSON.stringify([propertyName, type])))];
}

/** The rules that stand on a class itself. */
function declaredOn(cls: ClassType): readonly ValidatorRule[] {
  const storage = getMetadataStorage();
  const byClass = (storage as unknown as { readonly validationMetadatas?: unknown }).validationMetadatas;
  if (byClass instanceof Map) return (byClass as Map<unknown, ValidatorRule[]>).get(cls) ?? [];
  return storage.getTargetValidationMetadatas(cls, '', false, false).filter((rule) => rule.target === cls);
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
  return lineage(cls).some((one) => declaredOn(one).length > 0);
}
