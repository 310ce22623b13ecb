import { cutMiddle, type CutText } from '../text/cut-text.js';

/** Keeps a result within the budget of a request: head and tail stay, and the notice tells how much is missing. */
export function limitResult(text: string, maxChars: number): CutText {
  return cutMiddle(text, maxChars, (missing) => `\n[… ${missing} characters left out …]\n`);
}
