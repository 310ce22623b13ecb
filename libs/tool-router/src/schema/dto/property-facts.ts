import { declarationOf, type FieldDeclaration } from '../field-options.js';
import { toldBy, type Told } from '../rules/told-type.js';
import { RULE_TYPE, type ValidatorRule } from '../rules/validator-rules.js';

/** What the rules of one property say, gathered in one pass. */
export interface PropertyFacts {
  readonly rules: readonly ValidatorRule[];
  /** What those about the value itself tell. */
  readonly own: Told;
  /** What those about the elements of its array tell; undefined where there is none. */
  readonly each: Told | undefined;
  readonly declaration: FieldDeclaration | undefined;
  /** class-validator's `context` may carry a description. */
  readonly description: string | undefined;
  readonly optional: boolean;
  readonly conditional: boolean;
  readonly nested: boolean;
}

const { conditional: CONDITIONAL, nested: NESTED } = RULE_TYPE;

/** Reads the rules of one property. */
export function propertyFacts(rules: readonly ValidatorRule[]): PropertyFacts {
  let each: ValidatorRule[] | undefined;
  let declaration: FieldDeclaration | undefined;
  let description: string | undefined;
  let optional = false;
  let conditional = false;
  let nested = false;
  for (const rule of rules) {
    if (rule.each) (each ??= []).push(rule);
    const { type, name } = rule;
    if (type === CONDITIONAL) conditional = true;
    else if (type === NESTED) nested = true;
    if (name === 'isOptional') optional = true;
    if (rule.context === undefined) continue;
    declaration ??= declarationOf(rule);
    description ??= describedBy(rule);
  }
  return {
    rules,
    own: toldBy(each === undefined ? rules : rules.filter((rule) => !rule.each)),
    each: each === undefined ? undefined : toldBy(each),
    declaration,
    description,
    optional,
    conditional,
    nested,
  };
}

function describedBy(rule: ValidatorRule): string | undefined {
  const text = (rule.context as { description?: unknown } | null)?.description;
  return typeof text === 'string' ? text : undefined;
}
