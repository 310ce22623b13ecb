import { definitionOf } from './definitions.js';
import { intersectSchemas } from './intersect-schemas.js';
import type { JoinContext } from './intersect-schemas.js';
import { nodesOf } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { typesOf } from './schema-types.js';
import { uniteObjects } from './unite-objects.js';
import type { WeakeningReport } from './weakening-report.js';
import { WorkBudget } from './work-budget.js';

const COMBINATORS = ['$ref', 'allOf', 'anyOf', 'oneOf'] as const;

/**
 * The root as one plain object, as every provider wants it: a root `$ref` is followed, `allOf` is joined, the
 * branches of `anyOf` and `oneOf` become one object with all their properties.
 * @returns undefined where no object is valid
 * @throws {SchemaTooComplex}
 */
export function objectRoot(root: SchemaObject, report: WeakeningReport): SchemaObject | undefined {
  if (!COMBINATORS.some((keyword) => Object.hasOwn(root, keyword))) return root;
  const merged = new RootMerge(root, report).flatten(root, new Set());
  return merged && { ...merged, type: 'object', properties: merged['properties'] ?? {} };
}

class RootMerge {
  private readonly work = new WorkBudget();
  private readonly join: JoinContext = {
    work: this.work,
    onLoss: (keyword) => this.report.add(keyword, 'only the first of several is kept'),
  };

  constructor(
    private readonly root: SchemaObject,
    private readonly report: WeakeningReport,
  ) {}

  /** @param held the schemas that hold already: they say nothing new */
  flatten(node: SchemaNode, held: Set<SchemaNode>): SchemaObject | undefined {
    if (typeof node === 'boolean') return node ? {} : undefined;
    this.work.spend(1);
    if (held.has(node)) return {};
    held.add(node);
    const { $ref, allOf, anyOf, oneOf, ...own } = node;
    if (own['type'] !== undefined && !typesOf(own['type']).includes('object')) return undefined;
    const parts = nodesOf(allOf).map((part) => this.flatten(part, held));
    if ($ref !== undefined) parts.unshift(this.flatten(definitionOf(this.root, $ref) ?? true, held));
    if (Array.isArray(anyOf)) parts.push(this.unite('anyOf', nodesOf(anyOf), held));
    if (Array.isArray(oneOf)) parts.push(this.unite('oneOf', nodesOf(oneOf), held));
    let joined: SchemaObject | undefined = own;
    for (const part of parts) {
      if (joined === undefined || part === undefined) return undefined;
      joined = intersectSchemas(joined, part, this.join);
    }
    return joined;
  }

  private unite(
    keyword: string,
    union: readonly SchemaNode[],
    held: ReadonlySet<SchemaNode>,
  ): SchemaObject | undefined {
    this.report.add(keyword, 'the branches are merged into one object');
    const objects = [...new Set(union.map((branch) => this.target(branch)))]
      .map((branch) => this.flatten(branch, new Set(held)))
      .filter((object) => object !== undefined);
    return objects.length === 0 ? undefined : uniteObjects(objects, this.work);
  }

  /** What a branch that is only a reference means, so that the same one is not looked at twice. */
  private target(branch: SchemaNode): SchemaNode {
    if (typeof branch === 'boolean' || Object.keys(branch).join() !== '$ref') return branch;
    return definitionOf(this.root, branch['$ref']) ?? true;
  }
}
