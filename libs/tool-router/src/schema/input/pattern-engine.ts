import { RE2JS } from 're2js';
import { guardedExpression } from './guarded-expression.js';

/** What ajv needs of a compiled pattern. */
export interface PatternTest {
  test(text: string): boolean;
}

/**
 * Compiles the `pattern`s of a JSON Schema so that no text can make them hang: on an engine whose time is linear,
 * or, for look-arounds, back references and huge counts that it does not know, on the built-in one under a time limit.
 * The linear engine reads `\s`, `\w` and `\b` as ASCII.
 */
export const patternEngine = Object.assign(
  (pattern: string): PatternTest => {
    try {
      return RE2JS.compile(RE2JS.translateRegExp(pattern));
    } catch {
      return guardedExpression(pattern);
    }
  },
  // ajv names the engine in code that it writes to files, which happens nowhere here.
  { code: 'patternEngine' },
);
