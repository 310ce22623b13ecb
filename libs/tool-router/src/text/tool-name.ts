import { createHash } from 'node:crypto';

/** Names that every provider takes: the common part of their rules, with a leading letter for the strictest. */
export const TOOL_NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** The shape that is kept for tools of a user's own servers. */
export const USER_TOOL_SHAPE = /^user_.+_tool_.+$/;

const MAX_LENGTH = 64;
const HASH_LENGTH = 8;

/** A short fingerprint of an identity, the same in every process. */
export function identityHash(identity: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, HASH_LENGTH);
}

/**
 * The name that models see for a wanted name: a pure function of the name and the identity behind it.
 * A name that provider rules allow stays as it is. Characters they refuse become `_`, runs collapse, ends are trimmed,
 * a name without a leading letter (or of the shape kept for user tools) gets `tool_`; where that loses something,
 * a hash of the identity keeps different tools apart.
 */
export function exposedToolName(wanted: string, identity: readonly string[]): string {
  const reserved = USER_TOOL_SHAPE.test(wanted);
  if (!reserved && TOOL_NAME_PATTERN.test(wanted) && !/__|_$/.test(wanted)) return wanted;
  const readable = wanted
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '');
  const named = reserved || !/^[A-Za-z]/.test(readable) ? `tool_${readable}` : readable;
  const lossless = readable === wanted && !reserved && readable !== '';
  if (lossless && named.length <= MAX_LENGTH) return named;
  return withIdentityHash(named, identity);
}

/** A name cut to leave room for the hash of the identity that it stands for. */
export function withIdentityHash(name: string, identity: readonly string[]): string {
  const kept = name.slice(0, MAX_LENGTH - HASH_LENGTH - 1).replace(/_+$/, '');
  return `${kept}_${identityHash(identity)}`;
}
