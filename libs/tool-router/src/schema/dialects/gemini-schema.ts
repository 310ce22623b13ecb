import { definitionOf } from './definitions.js';
import { plainGeminiSchema } from './gemini-keywords.js';
import { joinPath } from './schema-children.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { schemaOptions } from './schema-options.js';
import { WeakeningReport } from './weakening-report.js';

/** How often a schema may stand inside itself before the rest is `{}`. */
const MAX_RECURSION = 3;

/** Schemas of the result; above it, references are followed less deep. */
const MAX_NODES = 5_000;

/** References inside references, from the first attempt to the last. */
const REFERENCE_DEPTHS = [32, 12, 6, 3, 1, 0];

class TooLarge extends Error {}

/**
 * The schema as Gemini takes it in `parametersJsonSchema`: without references, which it restricts to places where
 * nothing else stands and nothing recurs, and with no keyword that its documentation does not name.
 */
export function geminiSchema(root: SchemaObject, report: WeakeningReport): SchemaObject {
  for (const depth of REFERENCE_DEPTHS) {
    const attempt = new WeakeningReport();
    try {
      const schema = inlined(root, depth, attempt);
      report.absorb(attempt);
      return schema;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  }
  report.add('', `over ${MAX_NODES} schemas: the parameters are not described`);
  return { type: 'object', properties: {} };
}

function inlined(root: SchemaObject, maxDepth: number, report: WeakeningReport): SchemaObject {
  let nodes = 0;

  function convert(node: SchemaNode, path: string, trail: readonly SchemaNode[]): SchemaObject {
    nodes += 1;
    if (nodes > MAX_NODES) throw new TooLarge();
    const followed = [...trail];
    const { annotations, options } = schemaOptions(node, {
      keepReferences: false,
      follow(reference) {
        const target = definitionOf(root, reference);
        const repeats = followed.filter((other) => other === target).length;
        if (target === undefined || repeats >= MAX_RECURSION || followed.length >= maxDepth) {
          report.add(joinPath(path, '$ref'), 'the recursion is cut here');
          return undefined;
        }
        followed.push(target);
        return target;
      },
      onLoss: (keyword) => report.add(joinPath(path, keyword), 'cannot be said beside the rest'),
    });
    const [first, ...others] = unique(options.flatMap((option) => plain(option, path, followed)));
    if (first === undefined) {
      report.add(path, 'nothing is valid here');
      return {};
    }
    const noted = plain(annotations, path, followed)[0] ?? {};
    return others.length > 0 ? { ...noted, anyOf: [first, ...others] } : { ...first, ...noted };
  }

  function plain(option: SchemaObject, path: string, trail: readonly SchemaNode[]): SchemaObject[] {
    return plainGeminiSchema(option, path, report, (child, childPath) => convert(child, childPath, trail));
  }

  return convert(root, '', []);
}

function unique(schemas: readonly SchemaObject[]): SchemaObject[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
