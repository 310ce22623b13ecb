/** A piece of a regular expression that case folding and the dot treat apart. */
export interface PatternToken {
  readonly kind: 'literal' | 'escape' | 'class' | 'group' | 'dot' | 'other';
  readonly text: string;
}

const TOKENS: readonly (readonly [PatternToken['kind'], RegExp])[] = [
  ['escape', /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])/u],
  ['class', /^\[(?:\\[\s\S]|[^\]\\])*\]/],
  ['group', /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?/],
  ['other', /^\{\d+(?:,\d*)?\}/],
  ['dot', /^\./],
  ['other', /^[)|*+?^$]/],
  ['literal', /^[\s\S]/u],
];

/** Cuts the source of a regular expression into tokens. */
export function patternTokens(source: string): PatternToken[] {
  const tokens: PatternToken[] = [];
  let rest = source;
  while (rest !== '') {
    for (const [kind, expression] of TOKENS) {
      const text = expression.exec(rest)?.[0];
      if (text === undefined) continue;
      tokens.push({ kind, text });
      rest = rest.slice(text.length);
      break;
    }
  }
  return tokens;
}
