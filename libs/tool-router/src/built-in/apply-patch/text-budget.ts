import { BuiltInFailure } from '../built-in-failure.js';

/** Bounds the text that one patch holds in memory and works through: of all its updates together. */
export class TextBudget {
  private left: number;

  constructor(private readonly maxBytes: number) {
    this.left = maxBytes;
  }

  /**
   * @param shown the file in messages
   * @throws BuiltInFailure `too_large`
   */
  spend(bytes: number, shown: string): void {
    this.left -= bytes;
    if (this.left >= 0) return;
    throw new BuiltInFailure(
      'too_large',
      `The files that this patch updates have more than ${this.maxBytes} bytes together; ${shown} is the first one too many.`,
      'Split it: fewer updates per patch.',
    );
  }
}
