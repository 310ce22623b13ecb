import { RE2JS } from 're2js';

/** A match in a text, in UTF-16 units. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
}

/** Finds a pattern in time that grows with the text alone. */
export interface TextMatcher {
  test(text: string): boolean;
  /** A finder of matches at or after a place of `text`. */
  over(text: string): (from: number) => TextMatch | undefined;
}

/** Why a pattern is no pattern of this engine. */
export class PatternProblem extends Error {}

function flagsOf(options: { readonly caseInsensitive: boolean; readonly multiline: boolean }): number {
  const folded = options.caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0;
  return RE2JS.MULTILINE | folded | (options.multiline ? RE2JS.DOTALL : 0);
}

/** @throws PatternProblem */
function compile(expression: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(expression, flags);
  } catch (error) {
    throw new PatternProblem(error instanceof Error ? error.message : 'The expression cannot be read.');
  }
}

/** Whether an expression asks for a line end, which no match within a line has; a class without it is something else. */
function namesLineEnd(pattern: string): boolean {
  const rest = pattern.replaceAll(/\\[^n]/g, '').replaceAll(/\[\^[^\]]*\]/g, '');
  return rest.includes('\\n');
}

/** Text of one case; the long s is the one letter that folds to ASCII and is lower case already. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('ſ') ? lower.replaceAll('ſ', 's') : lower;
}

/** A quick test that every text with a match passes, where the pattern is plain ASCII; the engine folds slowly. */
function foldedTest(pattern: string, literal: boolean): ((text: string) => boolean) | undefined {
  if (!/^[\x20-\x7e]+$/.test(pattern) || (!literal && /[\\^$.|?*+()[\]{}]/.test(pattern))) return undefined;
  const wanted = fold(pattern);
  return (text) => fold(text).includes(wanted);
}

/** The expression for a text with LF as its only line end. */
function withPlainLineEnds(pattern: string, literal: boolean): string {
  const plain = pattern.replaceAll('\r\n', '\n');
  return literal ? plain : plain.replaceAll(/\\r\\n|\\[^]/g, (escaped) => (escaped === '\\r\\n' ? '\\n' : escaped));
}

/**
 * Compiles a search pattern with `^` and `$` at line ends.
 * @throws PatternProblem
 */
export function compileMatcher(
  pattern: string,
  options: { readonly literal: boolean; readonly caseInsensitive: boolean; readonly multiline: boolean },
): TextMatcher {
  if (!options.literal && !options.multiline && namesLineEnd(pattern)) {
    throw new PatternProblem('the literal "\\n" is not allowed in a search within lines');
  }
  const plain = options.multiline ? withPlainLineEnds(pattern, options.literal) : pattern;
  const expression = compile(options.literal ? RE2JS.quote(plain) : plain, flagsOf(options));
  const quick = options.caseInsensitive ? foldedTest(pattern, options.literal) : undefined;
  return {
    test: (text) => (quick === undefined || quick(text)) && expression.test(text),
    over: (text) => {
      const matcher = expression.matcher(text);
      return (from) => (matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined);
    },
  };
}
