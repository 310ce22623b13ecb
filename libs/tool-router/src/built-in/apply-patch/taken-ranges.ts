import type { SearchBudget } from './search-budget.js';

/** The lines of a file that earlier hunks of the same section stand on. */
export class TakenRanges {
  private readonly ranges: { readonly start: number; readonly end: number }[] = [];
  private end = 0;

  constructor(private readonly budget: SearchBudget) {}

  add(start: number, length: number): void {
    this.ranges.push({ start, end: start + length });
    this.end = Math.max(this.end, start + length);
  }

  /** Whether a range, or an insertion inside of one, meets lines that are taken. Touching ends do not meet. */
  meets(start: number, length: number): boolean {
    if (start >= this.end) return false;
    this.budget.spend(this.ranges.length);
    return this.ranges.some((range) => start < range.end && range.start < start + length);
  }
}
