import { indexTargets } from './link-targets.js';
import type { LinkTargets } from './link-targets.js';
import { joinPath, mapChildren } from './schema-children.js';
import { isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { ownValue, setKey } from './set-key.js';
import { quoted } from './weakening-report.js';
import type { WeakeningReport } from './weakening-report.js';

/** Keywords that point at a schema; all become `$ref`. */
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Keywords that only serve to be pointed at, or name the draft: without meaning once every reference is a pointer. */
const IDENTITY = ['$schema', '$id', 'id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary'];

/**
 * Makes every reference a pointer into the root's own definitions (or `#`), whatever it was written against.
 * A target elsewhere moves to the definitions. What is not in the document is dropped and reported: nothing is fetched.
 */
export function linkReferences(root: SchemaObject, report: WeakeningReport): SchemaObject {
  const targets = indexTargets(root);
  const pointers = new Map<SchemaNode, string>([[root, '#']]);
  for (const place of ['$defs', 'definitions']) addDefinitions(root, place, pointers);
  const moved = collectMoved(root, targets, pointers);

  function link(schema: SchemaObject, path: string, outer: string): SchemaObject {
    const base = targets.baseOf(schema, outer);
    const linked = mapChildren(schema, path, (child, childPath) => {
      if (typeof child === 'boolean') return child;
      return moved.has(child) ? { $ref: pointers.get(child) } : link(child, childPath, base);
    });
    for (const keyword of IDENTITY) delete linked[keyword];
    relink(linked, path, base);
    return linked;
  }

  function relink(schema: SchemaObject, path: string, base: string): void {
    const reference = takeReference(schema);
    if (reference === undefined) return;
    const target = targets.find(reference.to, base);
    if (target === undefined)
      report.add(joinPath(path, reference.keyword), `${quoted(reference.to)} is not in the schema`);
    else if (target === false) schema['not'] = {};
    else if (target !== true) schema['$ref'] = pointers.get(target);
  }

  const linked = link(root, '', targets.rootBase);
  if (moved.size === 0) return linked;
  const definitions: SchemaObject = isSchemaObject(linked['$defs']) ? linked['$defs'] : {};
  for (const [schema, { name, base }] of moved) setKey(definitions, name, link(schema, joinPath('$defs', name), base));
  return { ...linked, $defs: definitions };
}

interface Moved {
  readonly name: string;
  readonly base: string;
}

/** Names the targets that are not definitions of the root. */
function collectMoved(
  root: SchemaObject,
  targets: LinkTargets,
  pointers: Map<SchemaNode, string>,
): Map<SchemaObject, Moved> {
  const moved = new Map<SchemaObject, Moved>();
  const wanted = new Set<SchemaObject>();
  const bases = new Map<SchemaObject, string>();
  const taken = new Set(isSchemaObject(root['$defs']) ? Object.keys(root['$defs']) : []);

  function collect(schema: SchemaObject, outer: string): void {
    bases.set(schema, outer);
    const base = targets.baseOf(schema, outer);
    for (const keyword of REFERENCES) {
      const reference = ownValue(schema, keyword);
      const target = typeof reference === 'string' ? targets.find(reference, base) : undefined;
      if (isSchemaObject(target) && !pointers.has(target)) wanted.add(target);
    }
    mapChildren(schema, '', (child) => {
      if (typeof child !== 'boolean') collect(child, base);
      return child;
    });
  }

  collect(root, targets.rootBase);
  for (const target of wanted) {
    let number = moved.size + 1;
    while (taken.has(`ref${number}`)) number += 1;
    const name = `ref${number}`;
    taken.add(name);
    pointers.set(target, `#/$defs/${name}`);
    moved.set(target, { name, base: bases.get(target) ?? targets.rootBase });
  }
  return moved;
}

function addDefinitions(root: SchemaObject, place: string, pointers: Map<SchemaNode, string>): void {
  const definitions = ownValue(root, place);
  if (!isSchemaObject(definitions)) return;
  for (const [name, schema] of Object.entries(definitions)) {
    if (!isSchemaObject(schema) || pointers.has(schema)) continue;
    pointers.set(schema, `#/${place}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
  }
}

function takeReference(schema: SchemaObject): { readonly keyword: string; readonly to: string } | undefined {
  let found: { readonly keyword: string; readonly to: string } | undefined;
  for (const keyword of REFERENCES) {
    const to = ownValue(schema, keyword);
    delete schema[keyword];
    if (found === undefined && typeof to === 'string') found = { keyword, to };
  }
  return found;
}
