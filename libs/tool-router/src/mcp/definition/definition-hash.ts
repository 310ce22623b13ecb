import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import type { ServerDefinition } from './server-definition.js';

/**
 * A text that two definitions share exactly when they say the same. It covers secrets of the definition,
 * so it serves as a key and is never shown.
 */
export function definitionHash(definition: ServerDefinition): string {
  return createHash('sha256')
    .update(canonicalJson(definition) ?? '')
    .digest('hex');
}
