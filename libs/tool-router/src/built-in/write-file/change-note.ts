import { lineEndingsOf } from '../workspace/line-endings.js';
import type { ExistingText } from './existing-text.js';

const NAMES = { lf: 'LF', crlf: 'CRLF', mixed: 'mixed', none: 'no' } as const;

function endingNote(old: ExistingText['lineEnding'], content: string, verb: string): string | undefined {
  const { lineEnding } = lineEndingsOf(content);
  if (old === lineEnding || old === 'none' || lineEnding === 'none') return undefined;
  return `The file had ${NAMES[old]} line endings; ${verb} ${NAMES[lineEnding]} line endings, as sent.`;
}

/** What an overwrite changed beside the text itself, or undefined. */
export function overwriteNote(old: ExistingText, content: string): string | undefined {
  const notes = [endingNote(old.lineEnding, content, 'it now has')];
  if (old.wide !== undefined) notes.push(`The file was encoded in ${old.wide}; it is UTF-8 now.`);
  if (old.bom && !content.startsWith('\ufeff')) notes.push('The file had a byte order mark; it has none now.');
  return notes.filter((note) => note !== undefined).join(' ') || undefined;
}

/** What to know about text that was appended, or undefined. */
export function appendNote(old: ExistingText, content: string): string | undefined {
  const notes = [endingNote(old.lineEnding, content, 'the appended text has')];
  if (!old.endsLine && content !== '') {
    notes.push('The file did not end with a newline, so the appended text continues its last line.');
  }
  return notes.filter((note) => note !== undefined).join(' ') || undefined;
}
