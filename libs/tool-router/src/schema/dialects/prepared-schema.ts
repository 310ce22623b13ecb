import { linkReferences } from './link-references.js';
import { modernSchema } from './modern-schema.js';
import { normaliseRoot } from './normalise-root.js';
import { objectRoot } from './object-root.js';
import { plainSchema } from './plain-schema.js';
import { cutReferenceLoops } from './reference-loops.js';
import type { SchemaObject } from './schema-node.js';
import { WeakeningReport } from './weakening-report.js';
import { SchemaTooComplex } from './work-budget.js';

/** A tool's schema in the form from which every dialect starts. */
export interface PreparedSchema {
  /** Well-formed 2020-12 with an object root without combinators; every `$ref` points into the root's definitions. */
  readonly root: SchemaObject;
  readonly weakened: readonly string[];
}

/** Prepares a schema for the dialects, or says why no provider would take it. */
export function prepareSchema(schema: unknown): PreparedSchema | { readonly refused: string } {
  const plain = plainSchema(schema);
  if (plain !== undefined) return { root: plain, weakened: [] };
  const normal = normaliseRoot(schema);
  if ('refused' in normal) return normal;
  const report = new WeakeningReport();
  const linked = linkReferences(normal.schema, report);
  cutReferenceLoops(linked, report);
  try {
    const root = objectRoot(modernSchema(linked, '', report), report);
    if (root === undefined) return { refused: 'the root accepts no object' };
    // No provider takes null for the arguments.
    delete root['nullable'];
    return { root, weakened: report.list() };
  } catch (error) {
    if (error instanceof SchemaTooComplex) return { refused: error.message };
    throw error;
  }
}
