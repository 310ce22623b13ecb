import { createHash } from 'node:crypto';
import { ToolDefinitionException } from '../../errors/tool-definition.exception.js';

/** At most 36 characters, which holds a UUID and leaves room for a readable part of the tool name within 64. */
const PLAIN = /^[A-Za-z0-9-](?:[A-Za-z0-9_-]{0,34}[A-Za-z0-9-])?$/;
const HASHED = /^h[0-9a-f]{16}$/;
/** Text that could be read as a border, within the id or together with the border that follows it. */
const BORDER_LIKE = /_(?:tool|service)(?:_|$)/;

/**
 * The spelling of a user id in exposed names: injective, and never ambiguous next to a border.
 * Most ids are spelled as they are; the others become `h` and 16 hex digits of their SHA-256.
 * @throws ToolDefinitionException for a blank id, which stands for no user
 */
export function spellUserId(userId: string): string {
  if (userId.trim() === '') {
    throw new ToolDefinitionException('The user id', 'is blank.', 'Pass the id of the authenticated user.');
  }
  if (PLAIN.test(userId) && !HASHED.test(userId) && !BORDER_LIKE.test(userId)) return userId;
  // Lone surrogates would be the same replacement character in UTF-8: the JSON spelling keeps them apart.
  const text = userId.isWellFormed() ? userId : JSON.stringify(userId);
  return `h${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
