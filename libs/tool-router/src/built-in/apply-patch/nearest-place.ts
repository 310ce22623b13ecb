import { normalizeLine } from './match-level.js';
import type { SearchableLines } from './searchable-lines.js';

/** Bounds of the search for a likely place, which only serves a message. */
const MAX_PATTERN_LINES = 1_000;
const MAX_SAME_LINES = 16;
const MAX_VOTES = 1_000_000;
const MIN_LIKENESS = 0.4;
/** A line counts by its length up to this, so that a brace or a keyword does not decide. */
const MAX_WEIGHT = 20;

function likeness(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a.charCodeAt(head) === b.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shorter - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) tail++;
  return shorter === 0 ? 0 : (head + tail) / Math.max(a.length, b.length);
}

/** The start that puts most of the pattern on equal lines of the file; undefined where none is equal. */
function mostEqual(view: readonly string[], wanted: readonly string[]): number | undefined {
  const places = new Map<string, number[]>();
  for (const [at, line] of wanted.entries()) {
    const known = places.get(line);
    if (line === '') continue;
    if (known === undefined) places.set(line, [at]);
    else if (known.length < MAX_SAME_LINES) known.push(at);
  }
  const votes = new Map<number, number>();
  let best: number | undefined;
  let cast = 0;
  for (const [index, line] of view.entries()) {
    if (cast > MAX_VOTES) break;
    for (const at of places.get(line) ?? []) {
      const start = index - at;
      if (start < 0) continue;
      cast++;
      votes.set(start, (votes.get(start) ?? 0) + Math.min(line.length, MAX_WEIGHT));
      const lead = (votes.get(start) ?? 0) - (best === undefined ? 0 : (votes.get(best) ?? 0));
      if (best === undefined || lead > 0 || (lead === 0 && start < best)) best = start;
    }
  }
  return best;
}

/** The start that puts the first line of the pattern on the line that is most like it. */
function mostAlike(view: readonly string[], wanted: readonly string[]): number | undefined {
  const at = wanted.findIndex((line) => line !== '');
  const first = wanted[at];
  if (first === undefined) return undefined;
  let best: number | undefined;
  let bestLikeness = MIN_LIKENESS;
  for (const [index, line] of view.entries()) {
    const found = likeness(first, line);
    if (found <= bestLikeness || index < at) continue;
    bestLikeness = found;
    best = index - at;
  }
  return best;
}

/** Where a pattern that stands nowhere was most likely meant to be: the index of its first line, or undefined. */
export function nearestPlace(file: SearchableLines, pattern: readonly string[]): number | undefined {
  const wanted = pattern.slice(0, MAX_PATTERN_LINES).map(normalizeLine.typography);
  const view = file.view('typography');
  return mostEqual(view, wanted) ?? mostAlike(view, wanted);
}
