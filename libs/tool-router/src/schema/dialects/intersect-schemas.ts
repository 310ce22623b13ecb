import { isAnnotation } from './annotations.js';
import { joinOf } from './keyword-joins.js';
import { sameJson } from './same-json.js';
import type { SchemaObject } from './schema-node.js';
import { setKey } from './set-key.js';
import type { WorkBudget } from './work-budget.js';

/** Keywords that only mean something together with the others of their group. */
const GROUPS = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
];

/** What joining schemas may cost, and who hears of what is lost. */
export interface JoinContext {
  readonly work: WorkBudget;
  /** Called with a keyword that cannot be said beside the others: the result then accepts more. */
  readonly onLoss: (keyword: string) => void;
}

/**
 * One schema object for two that must both hold; neither may hold a `$ref` or a combinator.
 * Accepts at least what both accept: where the two cannot be said in one keyword, the first one stays.
 * @returns undefined where nothing satisfies both
 * @throws {SchemaTooComplex}
 */
export function intersectSchemas(
  first: SchemaObject,
  second: SchemaObject,
  { work, onLoss }: JoinContext,
): SchemaObject | undefined {
  work.spend(Object.keys(first).length + Object.keys(second).length);
  const result: SchemaObject = { ...first };
  const taken = new Set(GROUPS.filter((group) => group.some((keyword) => Object.hasOwn(first, keyword))).flat());
  for (const [keyword, value] of Object.entries(second)) {
    if (!Object.hasOwn(first, keyword) && !taken.has(keyword)) {
      setKey(result, keyword, value);
      continue;
    }
    if (isAnnotation(keyword) || sameJson(first[keyword], value, work)) continue;
    const join = taken.has(keyword) ? undefined : joinOf(keyword);
    if (join === undefined) {
      onLoss(keyword);
      continue;
    }
    const joined = join(first[keyword], value, work);
    if (joined === undefined) return undefined;
    result[keyword] = joined;
  }
  return excludesItsConst(result, work) ? undefined : result;
}

/** A `const` beside an `enum` that does not list it accepts nothing. */
function excludesItsConst(schema: SchemaObject, work: WorkBudget): boolean {
  const { enum: values, const: value } = schema;
  if (!Array.isArray(values) || !Object.hasOwn(schema, 'const')) return false;
  return !values.some((item) => sameJson(item, value, work));
}
