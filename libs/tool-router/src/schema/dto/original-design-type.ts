import 'reflect-metadata';
import { getMetadataStorage } from 'class-validator';
import type { ValidatorRule } from '../rules/validator-rules.js';

/**
 * The emitted type of a property of a mapped type (`PartialType`, `PickType`): the rules were copied from the original
 * class, the emitted type was not, so the class that has the same rule on the same property is looked for.
 */
export function originalDesignType(rules: readonly ValidatorRule[]): unknown {
  const { validationMetadatas } = getMetadataStorage() as unknown as { readonly validationMetadatas?: unknown };
  if (!(validationMetadatas instanceof Map)) return undefined;
  for (const [target, others] of validationMetadatas as Map<unknown, readonly ValidatorRule[]>) {
    if (typeof target !== 'function') continue;
    for (const rule of rules) {
      if (!others.some((other) => isCopy(rule, other))) continue;
      const type: unknown = Reflect.getMetadata('design:type', target.prototype as object, rule.propertyName);
      if (type !== undefined) return type;
    }
  }
  return undefined;
}

function isCopy(rule: ValidatorRule, other: ValidatorRule): boolean {
  if (rule.propertyName !== other.propertyName || rule.type !== other.type) return false;
  return rule.constraintCls === undefined
    ? rule.constraints !== undefined && rule.constraints === other.constraints
    : rule.constraintCls === other.constraintCls;
}
