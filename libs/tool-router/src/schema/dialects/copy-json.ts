import { setKey } from './set-key.js';

/** Characters of JSON text above which a schema is not worth a place in a model request. */
const MAX_TEXT = 1_000_000;

/** Levels of nesting above which a schema is refused; a cycle of objects ends here as well. */
const MAX_DEPTH = 100;

/** A private copy of a JSON value, or why there is none. */
export type JsonCopy = { readonly copy: unknown } | { readonly refused: string };

class Refusal extends Error {}

/** Copies what JSON text can carry; counts text and levels on the way, so that hostile input costs no more than the limits. */
export function copyJson(value: unknown): JsonCopy {
  let text = 0;

  function spend(characters: number): void {
    text += characters;
    if (text > MAX_TEXT) throw new Refusal(`the schema is longer than ${MAX_TEXT} characters`);
  }

  function copy(source: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Refusal(`the schema is nested over ${MAX_DEPTH} levels`);
    switch (typeof source) {
      case 'string':
        spend(source.length + 2);
        return source;
      case 'number':
        spend(8);
        return Number.isFinite(source) ? source : null;
      case 'boolean':
        spend(4);
        return source;
      case 'object':
        return source === null ? null : copyContainer(source, depth);
      default:
        return undefined;
    }
  }

  function copyContainer(source: object, depth: number): unknown {
    spend(2);
    if (Array.isArray(source)) {
      return source.map((item) => {
        spend(1);
        return copy(item, depth + 1) ?? null;
      });
    }
    const target: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(source)) {
      const copied = copy(item, depth + 1);
      if (copied === undefined) continue;
      spend(key.length + 4);
      setKey(target, key, copied);
    }
    return target;
  }

  try {
    return { copy: copy(value, 0) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}
