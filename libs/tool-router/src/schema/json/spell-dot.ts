import { patternTokens } from './pattern-tokens.js';

/** Writes out the `s` flag: a dot that also matches line ends. */
export function spellDot(source: string): string {
  return patternTokens(source)
    .map(({ kind, text }) => (kind === 'dot' ? String.raw`[\s\S]` : text))
    .join('');
}
