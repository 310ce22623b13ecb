/** Drops the half of a surrogate pair that a cut may have left at either end. */
export function trimBrokenPairs(text: string): string {
  if (text.length === 0) return text;
  const first = text.charCodeAt(0);
  const start = first >= 0xdc00 && first <= 0xdfff ? 1 : 0;
  const last = text.charCodeAt(text.length - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
  return start === 0 && end === text.length ? text : text.slice(start, Math.max(start, end));
}

/** The first characters of a text: at most `max` UTF-16 units, never half of a pair. */
export function headOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** The last characters of a text: at most `max` UTF-16 units, never half of a pair. */
export function tailOf(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max <= 0) return '';
  const start = text.length - max;
  const first = text.charCodeAt(start);
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? start + 1 : start);
}

/** A text within a budget. */
export interface CutText {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * Keeps the head and the tail of a text that is over its budget.
 * @param max UTF-16 units of the answer, marker included (the marker is never cut itself)
 * @param marker the notice between head and tail, made from the number of units that are missing
 */
export function cutMiddle(text: string, max: number, marker: (missing: number) => string): CutText {
  if (text.length <= max) return { text, truncated: false };
  const reserved = marker(text.length).length;
  const kept = Math.max(0, max - reserved);
  const head = headOf(text, Math.ceil(kept / 2));
  const tail = tailOf(text, Math.floor(kept / 2));
  return { text: head + marker(text.length - head.length - tail.length) + tail, truncated: true };
}
