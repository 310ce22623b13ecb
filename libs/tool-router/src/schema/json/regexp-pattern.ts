import { foldCase } from './fold-case.js';
import { spellDot } from './spell-dot.js';

/** A regular expression as JSON Schema can say it, and the words for what it cannot. */
export interface PatternWords {
  readonly pattern?: string;
  readonly hint?: string;
}

/** Flags that change nothing about whether a whole text matches somewhere. */
const HARMLESS = /[gdu]/g;

/**
 * The `pattern` of a `@Matches()`. JSON Schema knows no flags: `i` and `s` are written out in the pattern,
 * and what cannot be written out is told in words instead of being lost.
 */
export function patternOf(given: unknown, modifiers: unknown): PatternWords {
  const expression = toExpression(given, modifiers);
  if (expression === undefined) return {};
  const hint = `Must match ${String(expression)}.`;
  const flags = expression.flags.replaceAll(HARMLESS, '');
  if (/[^is]/.test(flags)) return { hint };
  let source: string | undefined = expression.source;
  if (flags.includes('s')) source = spellDot(source);
  if (flags.includes('i')) source = foldCase(source);
  if (source === undefined || source.length > MAX_PATTERN || !isUnicodePattern(source)) return { hint };
  return { pattern: source };
}

const MAX_PATTERN = 2000;

function toExpression(given: unknown, modifiers: unknown): RegExp | undefined {
  if (given instanceof RegExp) return given;
  if (typeof given !== 'string') return undefined;
  try {
    return new RegExp(given, typeof modifiers === 'string' ? modifiers : undefined);
  } catch {
    return undefined;
  }
}

/** JSON Schema patterns are read with the `u` flag, which refuses some escapes that plain expressions take. */
function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}
