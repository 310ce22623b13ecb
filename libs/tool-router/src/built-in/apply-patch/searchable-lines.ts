import { normalizeLine, type MatchLevel } from './match-level.js';
import type { SearchBudget } from './search-budget.js';

/** For each length of a partial match, how much of it is also a beginning (Knuth, Morris and Pratt). */
function overlapsOf(pattern: readonly string[]): readonly number[] {
  const overlaps = [0];
  for (let at = 1, length = 0; at < pattern.length; at++) {
    while (length > 0 && pattern[at] !== pattern[length]) length = overlaps[length - 1] ?? 0;
    if (pattern[at] === pattern[length]) length++;
    overlaps.push(length);
  }
  return overlaps;
}

/** The lines of a file, as each level of matching sees them. Searches take time that is linear in the lines. */
export class SearchableLines {
  private readonly views = new Map<MatchLevel, readonly string[]>();

  constructor(
    readonly lines: readonly string[],
    readonly budget: SearchBudget,
  ) {
    this.views.set('exact', lines);
  }

  get length(): number {
    return this.lines.length;
  }

  /** The lines with what the level overlooks taken out. */
  view(level: MatchLevel): readonly string[] {
    let view = this.views.get(level);
    if (view === undefined) {
      this.budget.spend(this.lines.length);
      view = this.lines.map(normalizeLine[level]);
      this.views.set(level, view);
    }
    return view;
  }

  /** Whether the lines from `start` on are the pattern. */
  matchesAt(start: number, pattern: readonly string[], level: MatchLevel): boolean {
    if (start < 0 || start + pattern.length > this.lines.length) return false;
    this.budget.spend(pattern.length);
    const view = this.view(level);
    return pattern.every((line, at) => view[start + at] === normalizeLine[level](line));
  }

  /** Where the pattern, which is not empty, stands at or below `from`: in order, found one by one. */
  *find(pattern: readonly string[], level: MatchLevel, from: number): Generator<number> {
    const view = this.view(level);
    const wanted = pattern.map(normalizeLine[level]);
    const overlaps = overlapsOf(wanted);
    this.budget.spend(wanted.length);
    for (let at = from, length = 0; at < view.length; at++) {
      this.budget.spend(1);
      while (length > 0 && view[at] !== wanted[length]) length = overlaps[length - 1] ?? 0;
      if (view[at] === wanted[length]) length++;
      if (length < wanted.length) continue;
      yield at - length + 1;
      length = overlaps[length - 1] ?? 0;
    }
  }
}
