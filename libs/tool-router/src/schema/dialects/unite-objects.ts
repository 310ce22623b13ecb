import { sameJson } from './intersect-schemas.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaObject } from './schema-node.js';

/** One object schema for several of which any may hold: all their properties, required only where all require it. */
export function uniteObjects(branches: readonly SchemaObject[]): SchemaObject {
  const [first, ...others] = branches;
  if (first === undefined) return {};
  if (others.every((branch) => sameJson(branch, first))) return first;
  const properties = new Map<string, unknown[]>();
  for (const branch of branches) {
    const own = isSchemaObject(branch['properties']) ? branch['properties'] : {};
    for (const [name, schema] of Object.entries(own)) {
      const variants = properties.get(name) ?? [];
      if (!variants.some((variant) => sameJson(variant, schema))) variants.push(schema);
      properties.set(name, variants);
    }
  }
  const required = requiredOf(first).filter((name) => others.every((branch) => requiredOf(branch).includes(name)));
  return {
    type: 'object',
    properties: Object.fromEntries([...properties].map(([name, variants]) => [name, uniteVariants(variants)])),
    ...(required.length > 0 ? { required } : {}),
    ...(branches.every((branch) => branch['additionalProperties'] === false) ? { additionalProperties: false } : {}),
  };
}

function requiredOf(branch: SchemaObject): unknown[] {
  return Array.isArray(branch['required']) ? branch['required'] : [];
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
