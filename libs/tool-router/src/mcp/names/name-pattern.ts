/** Characters that every model API takes in a tool name. */
export const MAX_NAME_LENGTH = 64;

const VALID = /^[A-Za-z](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9-])?$/;

/** Whether a name can be shown to a model as it is: the common pattern, and no `_` at the end. */
export function isExposableName(name: string): boolean {
  return VALID.test(name);
}

/** The readable part of a name that cannot be shown: other characters become `_`, runs collapse, ends are trimmed. */
export function readablePart(name: string): string {
  return name
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_|_$/g, '');
}
