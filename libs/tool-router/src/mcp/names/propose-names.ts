import { isUserToolShape, isValidToolName, MAX_NAME_LENGTH, readablePart } from '../../text/tool-name.js';
import { spellUserId } from './spell-user-id.js';
import { identityDigest, type ToolIdentity } from './tool-identity.js';
import { userToolPrefix } from './user-tool-name.js';

/** How the tools of a selection are spelled: all of one kind of server. */
export type NameStyle =
  | { readonly kind: 'global' }
  /** `user_{id}_tool_{tool}`. */
  | { readonly kind: 'user'; readonly userId: string }
  /** A user's tools without the id in their names. */
  | { readonly kind: 'plain-user'; readonly userId: string };

/** Digits of the hash in a name, level by level; level 0 has none where the name can do without. */
const HASH_DIGITS: readonly number[] = [8, 8, 16, 20];

/** The level whose names nothing shares. */
export const LAST_LEVEL = HASH_DIGITS.length - 1;

/** The names that one tool may end up with. */
export interface NameProposal {
  /** Level 0 is the preferred name; each further one is harder to share. */
  at(level: number): string;
  /** What the tool would be called if no other server offered it. */
  readonly plainName: string;
}

/** @param named whether the name has to say which server the tool is of */
export function proposeNames(tool: ToolIdentity, style: NameStyle, named: boolean): NameProposal {
  const prefix = style.kind === 'user' ? userToolPrefix(spellUserId(style.userId)) : '';
  const wanted = named ? `${tool.serverId}_${tool.rawName}` : tool.rawName;
  const asItIs = prefix + wanted;
  const fits = isValidToolName(asItIs) && !asItIs.endsWith('_') && (style.kind === 'user' || !isUserToolShape(asItIs));
  let digest: string | undefined;
  return {
    at(level) {
      if (level === 0 && fits) return asItIs;
      digest ??= identityDigest(tool);
      return hashedName(prefix, wanted, digest.slice(0, HASH_DIGITS[level]));
    },
    plainName: prefix + tool.rawName,
  };
}

function hashedName(prefix: string, wanted: string, hash: string): string {
  const readable = readablePart(wanted);
  if (prefix !== '') return joinWithin(prefix, readable, hash);
  const name = /^[A-Za-z]/.test(readable) ? joinWithin('', readable, hash) : undefined;
  return name === undefined || isUserToolShape(name) ? joinWithin('', `tool_${readable}`, hash) : name;
}

function joinWithin(prefix: string, readable: string, hash: string): string {
  const room = Math.max(0, MAX_NAME_LENGTH - prefix.length - hash.length - 1);
  const cut = readable.slice(0, room).replace(/[_-]+$/, '');
  return cut === '' ? prefix + hash : `${prefix}${cut}_${hash}`;
}
