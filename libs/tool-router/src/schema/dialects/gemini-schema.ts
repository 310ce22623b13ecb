import { definitionOf } from './definitions.js';
import { plainGeminiSchema } from './gemini-keywords.js';
import { joinPath } from './schema-children.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { schemaOptions } from './schema-options.js';
import { uniqueJson } from './unique-json.js';
import { WeakeningReport } from './weakening-report.js';
import { SchemaTooComplex, WorkBudget } from './work-budget.js';

/** How often a schema may stand inside itself before the rest is `{}`. */
const MAX_RECURSION = 3;

/** Schemas of the result; above it, references are followed less deep. */
const MAX_NODES = 3_000;

/** References inside references, from the first attempt to the last. */
const REFERENCE_DEPTHS = [32, 8, 4, 2, 1, 0];

/**
 * The schema as Gemini takes it in `parametersJsonSchema`: without references, which it restricts to places where
 * nothing else stands and nothing recurs, and with no keyword that its documentation does not name.
 */
export function geminiSchema(root: SchemaObject, report: WeakeningReport): SchemaObject {
  for (const depth of REFERENCE_DEPTHS) {
    const attempt = new WeakeningReport();
    try {
      const schema = new GeminiCompiler(root, depth, attempt).convert(root, '', []);
      report.absorb(attempt);
      return schema;
    } catch (error) {
      if (!(error instanceof SchemaTooComplex)) throw error;
    }
  }
  report.add('', `over ${MAX_NODES} schemas: the parameters are not described`);
  return { type: 'object', properties: {} };
}

/** The references that were followed from one schema down to another, one set for every level that followed any. */
type Trail = readonly ReadonlySet<SchemaNode>[];

class GeminiCompiler {
  private nodes = 0;
  private readonly work = new WorkBudget();

  constructor(
    private readonly root: SchemaObject,
    private readonly maxDepth: number,
    private readonly report: WeakeningReport,
  ) {}

  convert(node: SchemaNode, path: string, trail: Trail): SchemaObject {
    this.nodes += 1;
    if (this.nodes > MAX_NODES) throw new SchemaTooComplex();
    const followed = new Set<SchemaNode>();
    const { annotations, options } = schemaOptions(node, {
      work: this.work,
      follow: (reference) => {
        const target = this.follow(reference, path, trail);
        if (target !== undefined) followed.add(target);
        return target;
      },
      onLoss: (keyword) => this.report.add(joinPath(path, keyword), 'cannot be said beside the rest'),
    });
    const below = followed.size === 0 ? trail : [...trail, followed];
    const [first, ...others] = uniqueJson(options.flatMap((option) => this.option(option, path, below)));
    if (first === undefined) {
      this.report.add(path, 'nothing is valid here');
      return {};
    }
    const [noted] = this.plain(annotations, path, below);
    return others.length > 0 ? { ...noted, anyOf: [first, ...others] } : { ...first, ...noted };
  }

  private option(option: SchemaObject, path: string, trail: Trail): SchemaObject[] {
    const { $ref, ...annotations } = option;
    if ($ref === undefined) return this.plain(option, path, trail);
    const target = this.follow($ref, path, trail);
    const [noted] = this.plain(annotations, path, trail);
    if (target === undefined) return [{ ...noted }];
    return [{ ...this.convert(target, path, [...trail, new Set([target])]), ...noted }];
  }

  private plain(schema: SchemaObject, path: string, trail: Trail): SchemaObject[] {
    return plainGeminiSchema(schema, path, this.report, (child, childPath) => this.convert(child, childPath, trail));
  }

  private follow(reference: unknown, path: string, trail: Trail): SchemaNode | undefined {
    const target = definitionOf(this.root, reference);
    if (target === undefined) return undefined;
    const repeats = trail.filter((level) => level.has(target)).length;
    if (repeats < MAX_RECURSION && trail.length < this.maxDepth) return target;
    this.report.add(joinPath(path, '$ref'), 'the recursion is cut here');
    return undefined;
  }
}
