import { isSchemaObject } from './schema-node.js';
import type { WorkBudget } from './work-budget.js';

/** Whether two JSON values are equal; keys in another order make no difference. */
export function sameJson(first: unknown, second: unknown, work: WorkBudget): boolean {
  work.spend(1);
  if (first === second) return true;
  if (Array.isArray(first)) {
    return (
      Array.isArray(second) &&
      first.length === second.length &&
      first.every((item, index) => sameJson(item, second[index], work))
    );
  }
  if (!isSchemaObject(first) || !isSchemaObject(second)) return false;
  const names = Object.keys(first);
  work.spend(names.length);
  if (names.length !== Object.keys(second).length) return false;
  return names.every((name) => Object.hasOwn(second, name) && sameJson(first[name], second[name], work));
}
