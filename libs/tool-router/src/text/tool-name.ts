import { createHash } from 'node:crypto';

/** Characters that every model API takes in a tool name. */
export const MAX_NAME_LENGTH = 64;

const HASH_LENGTH = 8;

/** The common part of the providers' rules, with a leading letter for the strictest. */
const VALID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const USER_TOOL_SHAPE = /^user_.+_tool_.+$/s;

/** Whether every provider takes a name. */
export function isValidToolName(name: string): boolean {
  return VALID.test(name);
}

/** Whether a name has the shape that is kept for tools of users' own servers. */
export function isUserToolShape(name: string): boolean {
  return USER_TOOL_SHAPE.test(name);
}

/** The readable part of a name that cannot be shown: other characters become `_`, runs collapse, ends are trimmed. */
export function readablePart(name: string): string {
  return name
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_|_$/g, '');
}

/**
 * The name that models see for a wanted name: a pure function of the name and the identity behind it.
 * A name that loses nothing when it is made readable stays; one without a leading letter gets `tool_` in front, as does
 * one of the shape kept for users. Where something is lost, a hash of the identity keeps different tools apart.
 */
export function exposedToolName(wanted: string, identity: readonly string[]): string {
  const readable = readablePart(wanted);
  const isReserved = isUserToolShape(wanted);
  const name = isReserved || !/^[A-Za-z]/.test(readable) ? `tool_${readable}` : readable;
  const isLossless = readable === wanted && !isReserved && readable !== '';
  if (isLossless && name.length <= MAX_NAME_LENGTH) return name;
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH - HASH_LENGTH - 1).replace(/_+$/, '')}_${hash}`;
}
