import { headOf, trimBrokenPairs } from '../../text/cut-text.js';

/** Characters of a line that a row shows. */
export const MAX_SHOWN_CHARS = 500;
/** Characters of a match over several lines that a row shows. */
export const MAX_SHOWN_BLOCK_CHARS = 2_000;
const MARK = '…';

/** A line without its line end. */
export function withoutLineEnd(line: string): string {
  return line.replace(/\r?\n$/, '');
}

/** The start of a line, marked where it was cut. */
export function startOfLine(line: string): string {
  return line.length <= MAX_SHOWN_CHARS ? line : headOf(line, MAX_SHOWN_CHARS) + MARK;
}

/**
 * The part of a long line around its first match, marked where it was cut; never half of a surrogate pair.
 * @param matchStart UTF-16 units before the match
 * @param max UTF-16 units to show
 */
export function windowAround(line: string, matchStart: number, matchLength: number, max = MAX_SHOWN_CHARS): string {
  if (line.length <= max) return line;
  const room = Math.max(0, max - matchLength);
  const from = Math.max(0, Math.min(line.length - max, matchStart - Math.floor(room / 2)));
  const to = Math.min(line.length, from + max);
  const shown = trimBrokenPairs(line.slice(from, to));
  return (from > 0 ? MARK : '') + shown + (to < line.length ? MARK : '');
}
