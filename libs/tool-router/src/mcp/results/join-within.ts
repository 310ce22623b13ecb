import { headOf, type CutText } from '../../text/cut-text.js';
import type { Segment } from './segment.js';

/**
 * Joins pieces with one newline each. A text that is over its budget keeps its head, ends with a marker that tells
 * how much is shown, and is never cut within a placeholder.
 * @param max UTF-16 units of the answer, marker included
 */
export function joinWithin(segments: readonly Segment[], max: number): CutText {
  const total = segments.reduce((sum, segment) => sum + segment.text.length, Math.max(0, segments.length - 1));
  if (total <= max) return { text: segments.map((segment) => segment.text).join('\n'), truncated: false };
  const room = max - markerOf(total, total).length;
  if (room <= 0) return { text: headOf(markerOf(0, total), max), truncated: true };
  const kept = keepHead(segments, room);
  return { text: kept + markerOf(kept.length, total), truncated: true };
}

function keepHead(segments: readonly Segment[], room: number): string {
  let text = '';
  for (const [index, segment] of segments.entries()) {
    const next = index === 0 ? segment.text : `\n${segment.text}`;
    if (text.length + next.length <= room) text += next;
    else return segment.whole ? text : text + headOf(next, room - text.length);
  }
  return text;
}

function markerOf(kept: number, total: number): string {
  return `\n[cut: the first ${kept} of ${total} characters are shown]`;
}
