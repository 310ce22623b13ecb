import { isRecord } from '../definition/is-record.js';
import type { SchemaView } from './schema-view.js';

/** What the schemas of an object say about one of its keys. */
export interface PropertyRules {
  /** Schemas of the key that all hold; empty where the key is not declared. */
  readonly schemas: readonly unknown[];
  readonly required: boolean;
}

/** Collects what is said about a key, in every place where it is declared. */
export function propertyRules(view: SchemaView, key: string): PropertyRules {
  const schemas: unknown[] = [];
  let required = false;
  for (const { properties, required: names } of view.all) {
    if (Array.isArray(names) && names.includes(key)) required = true;
    if (isRecord(properties) && Object.hasOwn(properties, key)) schemas.push(properties[key] ?? true);
  }
  for (const alternatives of view.choices) {
    const rules = alternatives.map((alternative) => propertyRules(alternative, key));
    if (rules.some((rule) => rule.required)) required = true;
    const declared = rules.filter((rule) => rule.schemas.length > 0);
    if (declared.length > 0) schemas.push({ anyOf: declared.map((rule) => ({ allOf: rule.schemas })) });
  }
  return { schemas, required };
}

/** The schemas of the item at a position of an array. */
export function itemSchemas(view: SchemaView, position: number): readonly unknown[] {
  const own = view.all.flatMap(({ items, prefixItems }) => {
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
    if (position < tuple.length) return [tuple[position] as unknown];
    return isRecord(items) ? [items] : [];
  });
  const chosen = view.choices.flatMap((alternatives) => {
    const declared = alternatives.map((alternative) => itemSchemas(alternative, position)).filter((s) => s.length > 0);
    return declared.length === 0 ? [] : [{ anyOf: declared.map((schemas) => ({ allOf: schemas })) }];
  });
  return [...own, ...chosen];
}
