import { annotationsOf, constraintsOf } from './annotations.js';
import { intersectSchemas } from './intersect-schemas.js';
import type { JoinContext } from './intersect-schemas.js';
import { nodesOf } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';

/** Options of one schema; more of them are worth less to a model than the room that they take. */
const MAX_OPTIONS = 64;

/** A schema as a choice between plain schemas: nothing in them combines or refers. */
export interface SchemaOptions {
  readonly annotations: SchemaObject;
  /** Empty when nothing is valid. A lone `$ref` stands for its target. */
  readonly options: readonly SchemaObject[];
}

/** How a dialect wants references and losses handled. A reference beside other constraints is followed. */
export interface OptionsContext extends JoinContext {
  /** The target of a reference; `undefined` reads it as "anything". */
  readonly follow: (reference: unknown) => SchemaNode | undefined;
}

interface Conjunction {
  readonly own: SchemaObject;
  readonly unions: SchemaNode[][];
}

const NOTHING_NEW: Conjunction = { own: {}, unions: [] };

/**
 * Multiplies `$ref`, `allOf`, `anyOf` and `oneOf` out of the top of a schema.
 * @throws {SchemaTooComplex}
 */
export function schemaOptions(node: SchemaNode, context: OptionsContext): SchemaOptions {
  return new OptionsSearch(context).options(node, new Set(), true);
}

class OptionsSearch {
  constructor(private readonly context: OptionsContext) {}

  /** @param held the schemas that hold already: they say nothing new */
  options(node: SchemaNode, held: ReadonlySet<SchemaNode>, keepReference: boolean): SchemaOptions {
    if (typeof node === 'boolean') return { annotations: {}, options: node ? [{}] : [] };
    if (keepReference && Object.keys(constraintsOf(node)).join() === '$ref') {
      return { annotations: annotationsOf(node), options: [{ $ref: node['$ref'] }] };
    }
    const inside = new Set(held);
    const gathered = this.gather(node, inside);
    if (gathered === undefined) return { annotations: {}, options: [] };
    const own = constraintsOf(gathered.own);
    const annotations = annotationsOf(gathered.own);
    const [only, ...more] = gathered.unions;
    if (only !== undefined && more.length === 0 && Object.keys(own).length === 0) {
      return { annotations, options: this.bounded(this.branches(only, inside, true)) };
    }
    let options = [own];
    for (const union of gathered.unions) {
      const next = this.branches(union, inside, false);
      if (options.length * next.length > MAX_OPTIONS) this.context.onLoss('anyOf');
      else options = this.combined(options, next);
    }
    return { annotations, options };
  }

  /** The options of every branch, each with the annotations of its branch. */
  private branches(union: readonly SchemaNode[], held: ReadonlySet<SchemaNode>, keep: boolean): SchemaObject[] {
    return union.flatMap((branch) => {
      const { annotations, options } = this.options(branch, held, keep);
      return options.map((option) => ({ ...annotations, ...option }));
    });
  }

  private combined(left: readonly SchemaObject[], right: readonly SchemaObject[]): SchemaObject[] {
    return left
      .flatMap((first) => right.map((second) => intersectSchemas(first, second, this.context)))
      .filter((joined) => joined !== undefined);
  }

  private bounded(options: SchemaObject[]): SchemaObject[] {
    if (options.length <= MAX_OPTIONS) return options;
    this.context.onLoss('anyOf');
    return [{}];
  }

  /** Everything that holds at once: the plain keywords joined, the unions still apart. */
  private gather(node: SchemaNode, held: Set<SchemaNode>): Conjunction | undefined {
    if (typeof node === 'boolean') return node ? NOTHING_NEW : undefined;
    this.context.work.spend(1);
    if (held.has(node)) return NOTHING_NEW;
    held.add(node);
    const { $ref, allOf, anyOf, oneOf, ...own } = node;
    const unions = [anyOf, oneOf].filter((union) => Array.isArray(union)).map(nodesOf);
    const parts = nodesOf(allOf);
    if ($ref !== undefined) parts.unshift(this.context.follow($ref) ?? true);
    let joined: SchemaObject = own;
    for (const part of parts) {
      const inner = this.gather(part, held);
      const both = inner && intersectSchemas(joined, inner.own, this.context);
      if (inner === undefined || both === undefined) return undefined;
      joined = both;
      unions.push(...inner.unions);
    }
    return { own: joined, unions };
  }
}
