import { BuiltInFailure } from '../built-in-failure.js';
import { closestText } from './closest-text.js';
import { MAX_OCCURRENCES, type Occurrences } from './find-occurrences.js';
import { lineAt } from './snippet.js';

const MAX_LISTED = 10;

function notFound(shown: string, text: string, wanted: string): BuiltInFailure {
  const near = closestText(text, wanted);
  if (near === undefined) {
    return new BuiltInFailure(
      'not_found',
      `old_string does not occur in ${shown}, nor anything like it.`,
      'Read the file and copy the text exactly.',
    );
  }
  return new BuiltInFailure(
    'not_found',
    `old_string does not occur in ${shown}. Closest is line ${near.line}: ${near.why}.`,
    `Read ${shown} around line ${near.line} and copy the text exactly.`,
  );
}

function ambiguous(shown: string, text: string, found: Occurrences): BuiltInFailure {
  const lines = found.spans.slice(0, MAX_LISTED).map(({ start }) => lineAt(text, start));
  const more = found.spans.length > MAX_LISTED ? ', …' : '';
  return new BuiltInFailure(
    'ambiguous',
    `old_string occurs ${found.spans.length} times in ${shown} (lines ${lines.join(', ')}${more}). Nothing was changed.`,
    'Add lines around it to old_string until it is unique, or set replaceAll to true to change every occurrence.',
  );
}

/**
 * @param all whether more than one occurrence is fine
 * @throws BuiltInFailure `not_found`, `ambiguous`, `limit`
 */
export function requireMatch(shown: string, text: string, wanted: string, found: Occurrences, all: boolean): void {
  if (found.spans.length === 0) throw notFound(shown, text, wanted);
  if (found.spans.length > 1 && !all) throw ambiguous(shown, text, found);
  if (found.spans.length > MAX_OCCURRENCES) {
    throw new BuiltInFailure(
      'limit',
      `old_string occurs more than ${MAX_OCCURRENCES} times in ${shown}; that is too much for one edit.`,
    );
  }
}
