import { trimBlank, trimBlankEnd } from './white-space.js';

/** How closely quoted lines must agree with the file; from the strictest to the most tolerant. */
export type MatchLevel = 'exact' | 'trailing' | 'indentation' | 'typography';

/** The order in which the levels are tried. */
export const MATCH_LEVELS: readonly MatchLevel[] = ['exact', 'trailing', 'indentation', 'typography'];

/** Any of the characters that are folded. */
const TYPOGRAPHIC = /[\u00a0\u2002-\u200a\u2010-\u2015\u2018-\u201f\u202f\u205f\u2212\u3000]/;

function foldTypography(text: string): string {
  if (!TYPOGRAPHIC.test(text)) return text;
  return text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' ');
}

/** What of a line counts at each level. */
export const normalizeLine: Readonly<Record<MatchLevel, (line: string) => string>> = {
  exact: (line) => line,
  trailing: trimBlankEnd,
  indentation: trimBlank,
  typography: (line) => foldTypography(trimBlank(line)),
};

/** What a level overlooks, in words. */
export const LEVEL_WORDS: Readonly<Record<MatchLevel, string>> = {
  exact: '',
  trailing: 'blanks at line ends',
  indentation: 'blanks at both ends of lines',
  typography: 'blanks at both ends of lines and typographic characters',
};
