import type { JsonObject, JsonSchema, JsonValue } from '../../tool/json.js';
import { acceptsNull } from './accepts-null.js';
import { alternativeFits } from './alternative-fits.js';
import { itemSchemas, propertyRules } from './property-rules.js';
import { viewSchemas } from './schema-view.js';

/** Deeper levels are passed on as they are. */
const MAX_DEPTH = 64;

/**
 * Removes the nulls that a model wrote for "not set": of properties that are declared, optional and do not accept null.
 * Every other null stays, and so does whatever the schema says nothing about.
 * @returns the same object when there is nothing to remove, else a copy; the input is never changed
 */
export function stripNulls(args: JsonObject, schema: JsonSchema): JsonObject {
  if (!holdsNull(args, 0)) return args;
  return stripObject(args, [schema], schema, 0);
}

function holdsNull(value: JsonValue, depth: number): boolean {
  if (value === null) return true;
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false;
  return Object.values(value).some((item) => holdsNull(item, depth + 1));
}

function strip(value: JsonValue, schemas: readonly unknown[], root: JsonSchema, depth: number): JsonValue {
  if (typeof value !== 'object' || value === null || schemas.length === 0 || depth > MAX_DEPTH) return value;
  if (!Array.isArray(value)) return stripObject(value, schemas, root, depth);
  const view = viewSchemas(schemas, root, () => true);
  return value.map((item, index) =>
    holdsNull(item, depth) ? strip(item, itemSchemas(view, index), root, depth + 1) : item,
  );
}

function stripObject(object: JsonObject, schemas: readonly unknown[], root: JsonSchema, depth: number): JsonObject {
  const view = viewSchemas(schemas, root, (alternative) => alternativeFits(alternative, object));
  const kept = Object.entries(object).flatMap(([key, value]): [string, JsonValue][] => {
    if (!holdsNull(value, depth)) return [[key, value]];
    const rules = propertyRules(view, key);
    if (value !== null) return [[key, strip(value, rules.schemas, root, depth + 1)]];
    const unset = rules.schemas.length > 0 && !rules.required && !view.unclear;
    return unset && !acceptsNull(viewSchemas(rules.schemas, root, () => true)) ? [] : [[key, value]];
  });
  // Unlike an assignment, this makes an own key out of `__proto__` too.
  return Object.fromEntries(kept);
}
