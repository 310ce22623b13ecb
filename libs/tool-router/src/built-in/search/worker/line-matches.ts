import type { GrepRow, GrepSearch } from '../grep-search.js';
import { MAX_SHOWN_BLOCK_CHARS, MAX_SHOWN_CHARS, startOfLine, windowAround } from '../line-window.js';
import type { TextMatch, TextMatcher } from './compile-matcher.js';

/** A matching line, or a block of lines that match together. */
export interface LineMatch {
  /** Counted from 1. */
  readonly line: number;
  readonly start: number;
  /** Without the line end. */
  readonly end: number;
  readonly match: TextMatch;
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** The first match inside one line, where the one in the whole text runs over its end. */
function matchInLine(text: string, matcher: TextMatcher, start: number, end: number): TextMatch | undefined {
  const found = matcher.over(text.slice(start, end))(0);
  return found === undefined ? undefined : { start: start + found.start, end: start + found.end };
}

/**
 * Goes over the matching lines of a text, each once.
 * @param text with LF as the only line end
 * @param multiline whether a match may run over several lines
 */
export function* matchLines(text: string, matcher: TextMatcher, multiline: boolean): Generator<LineMatch> {
  const find = matcher.over(text);
  let line = 1;
  let counted = 0;
  for (let from = 0; from < text.length;) {
    const found = find(from);
    // There is no line after the last line end, so an empty match there is none.
    if (found === undefined || (found.start >= text.length && text.endsWith('\n'))) return;
    const start = lineStart(text, found.start);
    const lastUnit = Math.max(found.start, found.end - 1);
    const end = lineEnd(text, multiline ? lastUnit : found.start);
    const match = multiline || found.end <= end ? found : matchInLine(text, matcher, start, end);
    if (match !== undefined) {
      line += countLines(text, counted, start);
      counted = start;
      yield { line, start, end, match };
    }
    from = end + 1;
  }
}

function linesBefore(text: string, start: number, count: number): string[] {
  const lines: string[] = [];
  for (let end = start - 1; end >= 0 && lines.length < count;) {
    const from = lineStart(text, end);
    lines.unshift(startOfLine(text.slice(from, end)));
    end = from - 1;
  }
  return lines;
}

function linesAfter(text: string, end: number, count: number): string[] {
  const lines: string[] = [];
  for (let from = end + 1; from < text.length && lines.length < count;) {
    const to = lineEnd(text, from);
    lines.push(startOfLine(text.slice(from, to)));
    from = to + 1;
  }
  return lines;
}

/** The row for a matching line. */
export function rowFor(file: string, text: string, found: LineMatch, search: GrepSearch): GrepRow {
  const { line, start, end, match } = found;
  const max = search.multiline ? MAX_SHOWN_BLOCK_CHARS : MAX_SHOWN_CHARS;
  const shown = windowAround(text.slice(start, end), match.start - start, match.end - match.start, max);
  if (search.context === 0) return { file, line, text: shown };
  const before = linesBefore(text, start, search.context);
  return { file, line, text: shown, before, after: linesAfter(text, end, search.context) };
}
