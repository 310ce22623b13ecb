import { annotationsOf, constraintsOf, intersectSchemas } from './intersect-schemas.js';
import { isSchemaNode } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';

/** Options of one schema; more of them are worth less to a model than the room that they take. */
const MAX_OPTIONS = 64;

/** Branches looked at for one schema: combinators of references can double at every level. */
const MAX_BRANCHES = 1_000;

/** A schema as a choice between plain schemas: nothing in them combines or refers. */
export interface SchemaOptions {
  readonly annotations: SchemaObject;
  /** Empty when nothing is valid. A lone `$ref` stands for its target where references are kept. */
  readonly options: readonly SchemaObject[];
}

/** How a dialect wants references and losses handled. */
export interface OptionsContext {
  readonly keepReferences: boolean;
  /** The target of a reference; `undefined` reads it as "anything". */
  follow(reference: unknown): SchemaNode | undefined;
  /** Called for what the options cannot say; they then accept more than the schema did. */
  onLoss(keyword: string): void;
}

interface Conjunction {
  readonly own: SchemaObject;
  readonly unions: readonly (readonly SchemaNode[])[];
}

/** Multiplies `$ref`, `allOf`, `anyOf` and `oneOf` out of the top of a schema. */
export function schemaOptions(node: SchemaNode, context: OptionsContext): SchemaOptions {
  let branches = 0;

  function optionsOf(node: SchemaNode, open: readonly SchemaNode[], keep: boolean): SchemaOptions {
    if (typeof node === 'boolean') return { annotations: {}, options: node ? [{}] : [] };
    if (keep && Object.keys(constraintsOf(node)).join() === '$ref') {
      return { annotations: annotationsOf(node), options: [{ $ref: node['$ref'] }] };
    }
    const gathered = gather(node, open);
    if (gathered === undefined) return { annotations: {}, options: [] };
    const inside = [...open, node];
    const own = constraintsOf(gathered.own);
    const annotations = annotationsOf(gathered.own);
    const [only, ...more] = gathered.unions;
    if (only !== undefined && more.length === 0 && Object.keys(own).length === 0) {
      return { annotations, options: bounded(annotated(only, inside, keep)) };
    }
    let options = [own];
    for (const union of gathered.unions) {
      const next = annotated(union, inside, false);
      if (options.length * next.length > MAX_OPTIONS) context.onLoss('anyOf');
      else options = combined(options, next);
    }
    return { annotations, options };
  }

  /** The options of every branch, each with the annotations of its branch. */
  function annotated(union: readonly SchemaNode[], open: readonly SchemaNode[], keep: boolean): SchemaObject[] {
    return union.flatMap((branch) => {
      if (typeof branch !== 'boolean' && open.includes(branch)) return [];
      const { annotations, options } = optionsOf(branch, open, keep);
      return options.map((option) => ({ ...annotations, ...option }));
    });
  }

  function combined(left: readonly SchemaObject[], right: readonly SchemaObject[]): SchemaObject[] {
    return left
      .flatMap((first) => right.map((second) => intersectSchemas(first, second, context.onLoss)))
      .filter((joined) => joined !== undefined);
  }

  function bounded(options: SchemaObject[]): SchemaObject[] {
    if (options.length <= MAX_OPTIONS) return options;
    context.onLoss('anyOf');
    return [{}];
  }

  /** Everything that holds at once: the plain keywords joined, the unions still apart. */
  function gather(node: SchemaNode, open: readonly SchemaNode[]): Conjunction | undefined {
    if (typeof node === 'boolean') return node ? { own: {}, unions: [] } : undefined;
    branches += 1;
    if (branches > MAX_BRANCHES) {
      context.onLoss('allOf');
      return { own: {}, unions: [] };
    }
    const { $ref, allOf, anyOf, oneOf, ...own } = node;
    const unions = [anyOf, oneOf].filter((union) => Array.isArray(union)).map(nodesOf);
    const parts = nodesOf(allOf);
    if ($ref !== undefined) parts.unshift(context.follow($ref) ?? true);
    let joined: SchemaObject = own;
    for (const part of parts) {
      if (typeof part !== 'boolean' && (part === node || open.includes(part))) continue;
      const inner = gather(part, [...open, node]);
      const both = inner && intersectSchemas(joined, inner.own, context.onLoss);
      if (inner === undefined || both === undefined) return undefined;
      joined = both;
      unions.push(...inner.unions.map((union) => [...union]));
    }
    return { own: joined, unions };
  }

  return optionsOf(node, [], context.keepReferences);
}

function nodesOf(list: unknown): SchemaNode[] {
  return Array.isArray(list) ? list.filter(isSchemaNode) : [];
}
