/** Occurrences that are looked for at most; more than that are not replaced. */
export const MAX_OCCURRENCES = 200_000;

/** A part of a text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What was found, and whether the searched text was taken as it is or only up to line endings. */
export interface Occurrences {
  readonly spans: readonly Span[];
  /** The searched text has CRs of its own and was found as it is: then its replacement means its own endings too. */
  readonly spellsEndings: boolean;
}

/** Exact, non-overlapping, from left to right. */
function search(text: string, wanted: string): readonly Span[] {
  const spans: Span[] = [];
  for (
    let at = text.indexOf(wanted);
    at !== -1 && spans.length <= MAX_OCCURRENCES;
    at = text.indexOf(wanted, at + wanted.length)
  ) {
    spans.push({ start: at, end: at + wanted.length });
  }
  return spans;
}

/** Searches as if every CRLF were LF; the spans are those of the real text. */
function searchAcrossEndings(text: string, wanted: string): readonly Span[] {
  const found = search(text.replaceAll('\r\n', '\n'), wanted.replaceAll('\r\n', '\n'));
  let hidden = 0;
  let ending = text.indexOf('\r\n');
  /** The real offset of an offset in the text without CRs; offsets must come in ascending order. */
  const real = (offset: number): number => {
    while (ending !== -1 && ending - hidden < offset) {
      hidden++;
      ending = text.indexOf('\r\n', ending + 2);
    }
    return offset + hidden;
  };
  return found.map(({ start, end }) => ({ start: real(start), end: real(end) }));
}

/** A match that begins with the LF of a CRLF takes the CR along, so that no half of an ending is left. */
function wholeEndings(text: string, span: Span): Span {
  const splits = text[span.start] === '\n' && text[span.start - 1] === '\r';
  return splits ? { start: span.start - 1, end: span.end } : span;
}

/**
 * Finds a text as it is; only where that fails, or where all occurrences are wanted, LF and CRLF count as equal.
 * @param all whether every occurrence will be replaced
 */
export function findOccurrences(text: string, wanted: string, all: boolean): Occurrences {
  const exact = search(text, wanted);
  if (exact.length > 0 && wanted.includes('\r')) return { spans: exact, spellsEndings: true };
  if (exact.length > 0 && !all) return { spans: exact.map((span) => wholeEndings(text, span)), spellsEndings: false };
  return { spans: searchAcrossEndings(text, wanted), spellsEndings: false };
}
