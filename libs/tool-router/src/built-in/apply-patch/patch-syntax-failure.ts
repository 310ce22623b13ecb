import { headOf } from '../../text/cut-text.js';
import { BuiltInFailure } from '../built-in-failure.js';

const MAX_QUOTED_CHARS = 160;

/** A line of a patch or of a file, short enough for a message. */
export function quoteLine(line: string): string {
  const shown = line.length > MAX_QUOTED_CHARS ? `${headOf(line, MAX_QUOTED_CHARS)}…` : line;
  return JSON.stringify(shown.toWellFormed());
}

/**
 * The refusal of a patch text that does not follow the grammar.
 * @param patchLine number of the line in the text as given, from 1
 */
export function patchSyntaxFailure(patchLine: number, problem: string, hint?: string): BuiltInFailure {
  return new BuiltInFailure('validation', `Patch line ${patchLine}: ${problem}`, hint);
}
