import { sameJson } from './same-json.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaObject } from './schema-node.js';
import { commonTypes, typesOf } from './schema-types.js';
import { setKey } from './set-key.js';
import type { WorkBudget } from './work-budget.js';

/** One value of a keyword for two that must both hold; `undefined` where nothing satisfies both. */
export type KeywordJoin = (first: unknown, second: unknown, work: WorkBudget) => unknown;

/** The join of a keyword, where two values of it can be said as one. */
export function joinOf(keyword: string): KeywordJoin | undefined {
  return JOINS.get(keyword);
}

/** For a place where a sub-schema stands. */
const both: KeywordJoin = (first, second, work) => {
  if (first === false || second === false) return false;
  if (first === true) return second;
  if (second === true || sameJson(first, second, work)) return first;
  return { allOf: [first, second] };
};

const bothNamed: KeywordJoin = (first, second, work) => {
  if (!isSchemaObject(first) || !isSchemaObject(second)) return first;
  work.spend(Object.keys(first).length + Object.keys(second).length);
  const result: SchemaObject = { ...first };
  for (const [name, schema] of Object.entries(second)) {
    setKey(result, name, Object.hasOwn(first, name) ? both(first[name], schema, work) : schema);
  }
  return result;
};

const bothListed: KeywordJoin = (first, second, work) => {
  if (!Array.isArray(first) || !Array.isArray(second)) return first;
  const length = Math.max(first.length, second.length);
  work.spend(length);
  return Array.from({ length }, (_, index): unknown => {
    if (index >= first.length) return second[index];
    return index >= second.length ? first[index] : both(first[index], second[index], work);
  });
};

const types: KeywordJoin = (first, second) => {
  const common = commonTypes(typesOf(first), typesOf(second));
  if (common.length === 0) return undefined;
  return common.length === 1 ? common[0] : common;
};

const values: KeywordJoin = (first, second, work) => {
  if (!Array.isArray(first) || !Array.isArray(second)) return first;
  work.spend(first.length + second.length);
  const texts = new Set(second.map((value) => JSON.stringify(value)));
  const common = first.filter((value) => texts.has(JSON.stringify(value)));
  return common.length === 0 ? undefined : common;
};

const names: KeywordJoin = (first, second, work) => {
  const all = [first, second].flat();
  work.spend(all.length);
  return [...new Set(all)];
};

const larger: KeywordJoin = (first, second) => Math.max(Number(first), Number(second));
const smaller: KeywordJoin = (first, second) => Math.min(Number(first), Number(second));
const either: KeywordJoin = (first, second) => first === true || second === true;
const nothing: KeywordJoin = () => undefined;

const JOINS: ReadonlyMap<string, KeywordJoin> = new Map([
  ['type', types],
  ['enum', values],
  ['const', nothing],
  ['required', names],
  ['properties', bothNamed],
  ['patternProperties', bothNamed],
  ['dependentSchemas', bothNamed],
  ['prefixItems', bothListed],
  ['items', both],
  ['additionalProperties', both],
  ['propertyNames', both],
  ['minimum', larger],
  ['exclusiveMinimum', larger],
  ['minLength', larger],
  ['minItems', larger],
  ['minProperties', larger],
  ['maximum', smaller],
  ['exclusiveMaximum', smaller],
  ['maxLength', smaller],
  ['maxItems', smaller],
  ['maxProperties', smaller],
  ['uniqueItems', either],
]);
