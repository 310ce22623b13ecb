import { definitionOf } from './definitions.js';
import { joinPath, mapChildren } from './schema-children.js';
import { isSchemaObject, nodesOf } from './schema-node.js';
import type { SchemaObject } from './schema-node.js';
import { ownValue } from './set-key.js';
import type { WeakeningReport } from './weakening-report.js';

/** Keywords whose schemas hold for the same value as the schema around them. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not'];

interface Place {
  readonly schema: SchemaObject;
  readonly path: string;
}

/** A schema on the way down, and what of it was not looked at. */
interface Step extends Place {
  readonly next: Iterator<Step>;
}

/**
 * Drops references that come back to themselves without a step into a value: they say nothing, and a provider that
 * follows them never ends. The schema is changed in place.
 */
export function cutReferenceLoops(root: SchemaObject, report: WeakeningReport): void {
  const done = new Set<SchemaObject>();
  const starts: Place[] = [];
  collectSchemas(root, '', starts);
  for (const start of starts) {
    const open = new Set<SchemaObject>();
    const stack = [stepTo(start.schema, start.path)];
    for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
      open.add(step.schema);
      const { value: next, done: finished } = step.next.next();
      if (finished === true) {
        done.add(step.schema);
        open.delete(step.schema);
        stack.pop();
      } else if (open.has(next.schema)) {
        delete step.schema['$ref'];
        report.add(joinPath(step.path, '$ref'), 'leads back to itself');
      } else if (!done.has(next.schema)) {
        stack.push(next);
      }
    }
  }

  function stepTo(schema: SchemaObject, path: string): Step {
    return { schema, path, next: sameValue(schema, path) };
  }

  function* sameValue(schema: SchemaObject, path: string): Generator<Step, undefined> {
    const reference = schema['$ref'];
    const target = definitionOf(root, reference);
    if (isSchemaObject(target)) yield stepTo(target, String(reference).slice(2).replaceAll('/', '.'));
    for (const keyword of SAME_VALUE) {
      const below = ownValue(schema, keyword);
      const single = isSchemaObject(below) ? [below] : [];
      for (const child of Array.isArray(below) ? nodesOf(below) : single) {
        if (typeof child !== 'boolean') yield stepTo(child, joinPath(path, keyword));
      }
    }
    return undefined;
  }
}

function collectSchemas(schema: SchemaObject, path: string, found: Place[]): void {
  found.push({ schema, path });
  mapChildren(schema, path, (child, childPath) => {
    if (typeof child !== 'boolean') collectSchemas(child, childPath, found);
    return child;
  });
}
