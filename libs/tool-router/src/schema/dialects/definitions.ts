import { isSchemaNode, isSchemaObject } from './schema-node.js';
import type { SchemaNode, SchemaObject } from './schema-node.js';
import { ownValue } from './set-key.js';

/** The schema that a linked reference (`#`, `#/$defs/x`, `#/definitions/x`) means. */
export function definitionOf(root: SchemaObject, reference: unknown): SchemaNode | undefined {
  if (reference === '#') return root;
  if (typeof reference !== 'string') return undefined;
  const [, place = '', name = ''] = reference.split('/');
  const definitions = ownValue(root, place);
  if (!isSchemaObject(definitions)) return undefined;
  const found = ownValue(definitions, definitionName(name));
  return isSchemaNode(found) ? found : undefined;
}

/** The key that the last step of a linked reference stands for. */
export function definitionName(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}
