import { definitionOf } from './definitions.js';
import { intersectSchemas, typesOf } from './intersect-schemas.js';
import { isSchemaNode } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { uniteObjects } from './unite-objects.js';
import type { WeakeningReport } from './weakening-report.js';

/** Branches looked at: combinators of references can double at every level. */
const MAX_BRANCHES = 1_000;

const COMBINATORS = ['$ref', 'allOf', 'anyOf', 'oneOf'] as const;

/**
 * The root as one plain object, as every provider wants it: a root `$ref` is followed, `allOf` is joined, the
 * branches of `anyOf` and `oneOf` become one object with all their properties.
 */
export function objectRoot(root: SchemaObject, report: WeakeningReport): SchemaObject {
  let branches = 0;

  function flatten(node: SchemaNode, open: readonly SchemaNode[]): SchemaObject | undefined {
    if (typeof node === 'boolean') return node ? {} : undefined;
    branches += 1;
    if (branches > MAX_BRANCHES || open.includes(node)) {
      report.add('', 'the root combines too many schemas, some are left out');
      return {};
    }
    const { $ref, allOf, anyOf, oneOf, ...own } = node;
    if (own['type'] !== undefined && !typesOf(own['type']).includes('object')) return undefined;
    const inside = [...open, node];
    const parts: (SchemaObject | undefined)[] = [];
    if ($ref !== undefined) parts.push(flatten(definitionOf(root, $ref) ?? true, inside));
    for (const part of nodesOf(allOf)) parts.push(flatten(part, inside));
    for (const union of [anyOf, oneOf]) {
      if (Array.isArray(union)) {
        const objects = nodesOf(union).map((part) => flatten(part, inside));
        parts.push(uniteObjects(objects.filter((object) => object !== undefined)));
      }
    }
    let joined: SchemaObject | undefined = own;
    for (const part of parts) {
      if (joined === undefined || part === undefined) return undefined;
      joined = intersectSchemas(joined, part, (keyword) => report.add(keyword, 'only the first of several is kept'));
    }
    return joined;
  }

  if (!COMBINATORS.some((keyword) => Object.hasOwn(root, keyword))) return root;
  for (const keyword of ['anyOf', 'oneOf']) {
    if (Object.hasOwn(root, keyword)) report.add(keyword, 'the branches are merged into one object');
  }
  const merged = flatten(root, []) ?? {};
  return { ...merged, type: 'object', properties: merged['properties'] ?? {} };
}

function nodesOf(list: unknown): SchemaNode[] {
  return Array.isArray(list) ? list.filter(isSchemaNode) : [];
}
