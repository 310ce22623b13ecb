import { mapChildren } from './schema-children.js';
import { isSchemaNode, isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { ownValue } from './set-key.js';

/** Stands for the address of a schema that names none. */
const NO_ADDRESS = 'schema://tool/';

/** Finds what a `$ref` means inside one document. */
export interface LinkTargets {
  /** The node that a reference met below the given base means; `undefined` when it is not in this document. */
  find(reference: string, base: string): SchemaNode | undefined;
  /** The base address that holds below a node. */
  baseOf(schema: SchemaObject, base: string): string;
  readonly rootBase: string;
}

/** Indexes the `$id`s and anchors of a document, so that references resolve without any network. */
export function indexTargets(root: SchemaObject): LinkTargets {
  const documents = new Map<string, SchemaObject>([[NO_ADDRESS, root]]);
  const anchors = new Map<string, SchemaObject>();

  function index(schema: SchemaObject, outer: string): void {
    const base = baseOf(schema, outer);
    if (base !== outer && !documents.has(base)) documents.set(base, schema);
    for (const anchor of anchorsOf(schema)) {
      if (!anchors.has(`${base}#${anchor}`)) anchors.set(`${base}#${anchor}`, schema);
    }
    mapChildren(schema, '', (child) => {
      if (typeof child !== 'boolean') index(child, base);
      return child;
    });
  }

  index(root, NO_ADDRESS);
  return {
    rootBase: NO_ADDRESS,
    baseOf,
    find(reference, base) {
      const hash = reference.indexOf('#');
      const address = hash === 0 ? base : resolveAddress(reference, base);
      if (address === undefined) return undefined;
      const fragment = hash < 0 ? '' : decode(reference.slice(hash + 1));
      const document = documents.get(address);
      if (fragment === undefined || document === undefined) return undefined;
      if (fragment !== '' && !fragment.startsWith('/')) return anchors.get(`${address}#${fragment}`);
      return followPointer(document, fragment);
    },
  };
}

function anchorsOf(schema: SchemaObject): string[] {
  const id = ownValue(schema, '$id');
  const named = [ownValue(schema, '$anchor'), ownValue(schema, '$dynamicAnchor')];
  // Drafts 6 and 7 spelled an anchor as an `$id` that is only a fragment.
  if (typeof id === 'string' && id.startsWith('#')) named.push(id.slice(1));
  return named.filter((anchor) => typeof anchor === 'string');
}

function baseOf(schema: SchemaObject, base: string): string {
  const id = ownValue(schema, '$id');
  if (typeof id !== 'string' || id.startsWith('#')) return base;
  return resolveAddress(id, base) ?? base;
}

function resolveAddress(reference: string, base: string): string | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  url.hash = '';
  return url.href;
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function followPointer(document: SchemaObject, pointer: string): SchemaNode | undefined {
  let current: unknown = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = /^\d{1,6}$/.test(key) ? current[Number(key)] : undefined;
    else current = isSchemaObject(current) ? ownValue(current, key) : undefined;
  }
  return isSchemaNode(current) ? current : undefined;
}
