import { Script, createContext, type Context } from 'node:vm';

/** Milliseconds that one test may take; a text that needs more counts as no match. */
const LIMIT_MS = 100;

const test = new Script('expression.test(text)');

/**
 * A regular expression whose test is broken off when it takes too long.
 * @throws SyntaxError for a pattern that is none
 */
export function guardedExpression(pattern: string): { test(text: string): boolean; toString(): string } {
  const context = createContext({ expression: new RegExp(pattern, 'u'), text: '' }) as Context & { text: string };
  return {
    test(text) {
      context.text = text;
      try {
        return test.runInContext(context, { timeout: LIMIT_MS }) === true;
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        return false;
      } finally {
        context.text = '';
      }
    },
    // ajv tells compiled patterns apart by their text.
    toString: () => `guarded ${pattern}`,
  };
}
