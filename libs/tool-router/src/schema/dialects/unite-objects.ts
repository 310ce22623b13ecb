import { sameJson } from './same-json.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaObject } from './schema-node.js';
import { requiredOf } from './schema-types.js';
import type { WorkBudget } from './work-budget.js';

/** One object schema for several of which any may hold: all their properties, required where all require them. */
export function uniteObjects(branches: readonly SchemaObject[], work: WorkBudget): SchemaObject {
  const [first, ...others] = branches;
  if (first === undefined) return {};
  if (others.every((branch) => sameJson(branch, first, work))) return first;
  const properties = new Map<string, unknown[]>();
  for (const branch of branches) {
    const own = isSchemaObject(branch['properties']) ? branch['properties'] : {};
    for (const [name, schema] of Object.entries(own)) {
      const variants = properties.get(name) ?? [];
      if (!variants.some((variant) => sameJson(variant, schema, work))) variants.push(schema);
      properties.set(name, variants);
    }
  }
  const lists = others.map((branch) => new Set(requiredOf(branch)));
  const required = requiredOf(first).filter((name) => lists.every((list) => list.has(name)));
  return {
    type: 'object',
    properties: Object.fromEntries([...properties].map(([name, variants]) => [name, uniteVariants(variants)])),
    ...(required.length > 0 ? { required } : {}),
    ...(branches.every((branch) => branch['additionalProperties'] === false) ? { additionalProperties: false } : {}),
  };
}

function uniteVariants(variants: readonly unknown[]): unknown {
  if (variants.length === 1) return variants[0];
  return uniteValues(variants) ?? { anyOf: variants };
}

/** Tags such as `kind: { const: 'a' }` read best as one list of values. */
function uniteValues(variants: readonly unknown[]): SchemaObject | undefined {
  const types = new Set<string>();
  const values = new Map<string, unknown>();
  for (const variant of variants) {
    if (!isSchemaObject(variant)) return undefined;
    const { type, const: value, enum: list, ...rest } = variant;
    if (Object.keys(rest).length > 0 || (list === undefined) === (value === undefined)) return undefined;
    types.add(JSON.stringify(type));
    for (const item of Array.isArray(list) ? list : [value]) values.set(JSON.stringify(item), item);
  }
  const [first] = variants;
  const type = types.size === 1 && isSchemaObject(first) ? first['type'] : undefined;
  return { ...(type === undefined ? {} : { type }), enum: [...values.values()] };
}
