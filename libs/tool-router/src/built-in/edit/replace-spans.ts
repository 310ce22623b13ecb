import type { Occurrences, Span } from './find-occurrences.js';

/** The line ending in, else after, else before a span; LF in a text without any. */
function endingAt(text: string, { start, end }: Span): '\n' | '\r\n' {
  let at = text.indexOf('\n', start);
  if (at === -1) at = text.lastIndexOf('\n', end);
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The replacement in the style of its place. */
function styled(text: string, span: Span, replacement: string, wanted: string): string {
  const ending = endingAt(text, span);
  if (ending === '\r\n') return replacement.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
  return wanted.includes('\r\n') ? replacement.replaceAll('\r\n', '\n') : replacement;
}

/**
 * Puts a replacement, literally, where the occurrences are; every character outside of them stays.
 * Its line endings follow the place, unless the searched text spelled them itself.
 * @param wanted the text that was searched
 */
export function replaceSpans(text: string, found: Occurrences, wanted: string, replacement: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const span of found.spans) {
    parts.push(
      text.slice(from, span.start),
      found.spellsEndings ? replacement : styled(text, span, replacement, wanted),
    );
    from = span.end;
  }
  return parts.join('') + text.slice(from);
}
