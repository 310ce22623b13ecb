import { isRecord } from '../definition/is-record.js';
import { resolvePointer } from './resolve-pointer.js';

type Keywords = Readonly<Record<string, unknown>>;

/** Schemas that one look may read: more is hostile, and what was not read counts as unknown. */
const MAX_READ = 300;

/** What several schemas that hold at the same time say together. */
export interface SchemaView {
  /** Each of these holds. */
  readonly all: readonly Keywords[];
  /** Of each group at least one alternative holds. */
  readonly choices: readonly (readonly SchemaView[])[];
  /** Something could not be read, such as a reference out of the document. */
  readonly unclear: boolean;
}

/** Whether an alternative of a choice can be the one that is meant. */
export type Fits = (alternative: SchemaView) => boolean;

/** Reads schemas through `$ref`, `allOf`, `anyOf` and `oneOf` of the document `root`. */
export function viewSchemas(schemas: readonly unknown[], root: unknown, fits: Fits): SchemaView {
  let left = MAX_READ;

  function read(start: readonly unknown[], above: ReadonlySet<unknown>): SchemaView {
    const seen = new Set(above);
    const all: Keywords[] = [];
    const choices: SchemaView[][] = [];
    const queue = [...start];
    let unclear = false;
    for (let schema = queue.shift(); schema !== undefined || queue.length > 0; schema = queue.shift()) {
      if (schema === true || seen.has(schema)) continue;
      if (--left < 0) return { all, choices, unclear: true };
      const keywords = schema === false ? { enum: [] } : schema;
      if (!isRecord(keywords)) {
        unclear = true;
        continue;
      }
      seen.add(schema);
      all.push(keywords);
      if (typeof keywords['$ref'] === 'string') queue.push(resolvePointer(root, keywords['$ref']) ?? null);
      queue.push(...listOf(keywords['allOf']));
      for (const group of [listOf(keywords['anyOf']), listOf(keywords['oneOf'])]) {
        if (group.length === 0) continue;
        const alternatives = group.map((one) => read([one], seen));
        const possible = alternatives.filter((alternative) => fits(alternative));
        choices.push(possible.length === 0 ? alternatives : possible);
      }
    }
    return { all, choices, unclear };
  }

  return read(schemas, new Set());
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
