import { cutMiddle, type CutText } from '../text/cut-text.js';

/**
 * Keeps a result within the budget of a request: head and tail stay, and the notice tells how much is missing.
 * Halves of surrogate pairs are replaced, because providers refuse a whole request for one.
 */
export function limitResult(text: string, maxChars: number): CutText {
  return cutMiddle(text.toWellFormed(), maxChars, (missing) => `\n[… ${missing} symbols left out …]\n`);
}
