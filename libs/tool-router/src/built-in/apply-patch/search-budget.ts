import { BuiltInFailure } from '../built-in-failure.js';

/** Lines that one patch may look at: far above any real patch, and a few seconds at most. */
const MAX_LINES_SEARCHED = 50_000_000;

/** Bounds the work of one patch, so that no text can keep the process busy. */
export class SearchBudget {
  private left: number;

  constructor(lines: number = MAX_LINES_SEARCHED) {
    this.left = lines;
  }

  /** @throws BuiltInFailure `limit` */
  spend(lines: number): void {
    this.left -= lines;
    if (this.left >= 0) return;
    throw new BuiltInFailure(
      'limit',
      'Finding the places of this patch takes too much work.',
      'Use fewer hunks per patch.',
    );
  }
}
