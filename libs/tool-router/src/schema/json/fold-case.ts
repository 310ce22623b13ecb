import { patternTokens, type PatternToken } from './pattern-tokens.js';

/**
 * Writes out the `i` flag: `ab[c-e]` becomes `[aA][bB][c-eC-E]`.
 * @returns undefined where that cannot be done faithfully: back references, letters by number or property, odd ranges
 */
export function foldCase(source: string): string | undefined {
  let folded = '';
  for (const token of patternTokens(source)) {
    const text = foldToken(token);
    if (text === undefined) return undefined;
    folded += text;
  }
  return folded;
}

function foldToken({ kind, text }: PatternToken): string | undefined {
  if (kind === 'literal') return foldLiteral(text);
  if (kind === 'class') return foldClass(text);
  if (kind === 'escape') return /^\\[wWdDsSbBnrtfv0]$|^\\[^\p{L}\p{N}]$/u.test(text) ? text : undefined;
  return kind === 'group' && /^\(\?[a-z-]+:/.test(text) ? undefined : text;
}

function foldLiteral(letter: string): string {
  const forms = caseForms(letter);
  return forms.length === 1 ? letter : `[${forms.join('')}]`;
}

/** The single characters that differ from a character in case only: the flag never makes two characters out of one. */
function caseForms(letter: string): readonly string[] {
  const lower = letter.toLowerCase();
  const upper = letter.toUpperCase();
  return [...new Set([letter, lower, upper, upper.toLowerCase()])].filter((form) => form.length === letter.length);
}

function foldClass(text: string): string | undefined {
  const negated = text.startsWith('[^');
  const inner = text.slice(negated ? 2 : 1, -1);
  let folded = inner;
  for (const part of inner.match(/\\[\s\S]|[\s\S]-(?:\\[\s\S]|[\s\S])|[\s\S]/gu) ?? []) {
    const extra = foldPart(part);
    if (extra === undefined) return undefined;
    folded = extra + folded;
  }
  return `[${negated ? '^' : ''}${folded}]`;
}

/** What a part of a character class lacks in the other case. */
function foldPart(part: string): string | undefined {
  if (part.startsWith('\\')) return /^\\(?:[wWdDsSbnrtfv0]|[^\p{L}\p{N}])$/u.test(part) ? '' : undefined;
  if (/^.$/su.test(part)) {
    return caseForms(part)
      .filter((form) => form !== part)
      .join('');
  }
  if (/^[a-z]-[a-z]$/.test(part)) return part.toUpperCase();
  if (/^[A-Z]-[A-Z]$/.test(part)) return part.toLowerCase();
  return /^[\x20-@]-[\x20-@]$/.test(part) ? '' : undefined;
}
