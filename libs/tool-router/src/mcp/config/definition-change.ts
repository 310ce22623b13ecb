import { definitionHash } from '../definition/definition-hash.js';
import type { ServerDefinition } from '../definition/server-definition.js';

/** Definitions by server id. */
export type Definitions = ReadonlyMap<string, ServerDefinition>;

/** How one set of definitions becomes another. */
export interface DefinitionChange {
  readonly added: readonly ServerDefinition[];
  readonly updated: readonly { readonly before: ServerDefinition; readonly after: ServerDefinition }[];
  readonly removed: readonly ServerDefinition[];
}

/** Compares by content: a definition that says the same is no change. Undefined when nothing changed. */
export function changeBetween(before: Definitions, after: Definitions): DefinitionChange | undefined {
  const added: ServerDefinition[] = [];
  const updated: { before: ServerDefinition; after: ServerDefinition }[] = [];
  for (const [id, definition] of after) {
    const known = before.get(id);
    if (known === undefined) added.push(definition);
    else if (definitionHash(known) !== definitionHash(definition)) updated.push({ before: known, after: definition });
  }
  const removed = [...before.values()].filter(({ id }) => !after.has(id));
  return added.length + updated.length + removed.length === 0 ? undefined : { added, updated, removed };
}
