import { mostSimilarLine } from './similar-line.js';

/** What is looked through for an explanation: a message is not worth more of everybody's time. */
const MAX_CHARS = 500_000;

/** Where something like the searched text is, and how it differs. */
export interface ClosestText {
  /** Counted from 1. */
  readonly line: number;
  readonly why: string;
}

const collapse = (line: string): string => line.replace(/\s+/g, ' ').trim();

const plainSigns = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u200b\u2060\ufeff]/g, '');

/** Ways in which two texts can look alike, the nearest first. */
const FOLDS: readonly (readonly [why: string, fold: (line: string) => string])[] = [
  ['only blanks, tabs or indentation differ', collapse],
  ['only upper and lower case (and perhaps blanks) differ', (line) => collapse(line).toLowerCase()],
  ['only look-alike characters such as quotes, dashes or special blanks differ', (line) => collapse(plainSigns(line))],
];

/** Mistakes in the searched text itself, each with a way to undo it. */
const MISTAKES: readonly (readonly [why: string, undo: (text: string) => string])[] = [
  ['old_string has line numbers in front of its lines', (text) => text.replace(/^[ \t]*\d+(\t|: ?| ?\| ?)/gm, '')],
  [
    'old_string has \\n or \\t as two characters instead of a line ending or tab',
    (text) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t'),
  ],
  ['old_string has doubled backslashes', (text) => text.replaceAll('\\\\', '\\')],
];

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/**
 * Explains why `wanted` is not in `text`: the nearest text and how it differs, or undefined where nothing is near.
 * Only ever used for the message; nothing is changed on this ground.
 */
export function closestText(text: string, wanted: string): ClosestText | undefined {
  const haystack = text.slice(0, MAX_CHARS).replaceAll('\r\n', '\n');
  const needle = wanted.replaceAll('\r\n', '\n');
  for (const [why, undo] of MISTAKES) {
    const repaired = undo(needle);
    const at = repaired === needle || repaired === '' ? -1 : haystack.indexOf(repaired);
    if (at !== -1) return { line: lineOf(haystack, at), why };
  }
  const lines = haystack.split('\n');
  for (const [why, fold] of FOLDS) {
    const folded = needle.split('\n').map(fold).join('\n').trim();
    const foldedText = lines.map(fold).join('\n');
    const at = folded === '' ? -1 : foldedText.indexOf(folded);
    if (at !== -1) return { line: lineOf(foldedText, at), why };
  }
  return mostSimilarLine(lines, needle);
}
