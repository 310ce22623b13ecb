import type { BuiltInFailure } from '../../built-in-failure.js';

/**
 * The answer of a call that failed and still has something to show, such as the output up to a timeout:
 * the shape of every failure with the fields of the result beside `error`.
 */
export function failedResult(failure: BuiltInFailure, result: object): object {
  const { kind, message, hint } = failure;
  return { ok: false, error: { kind, message, ...(hint === undefined ? {} : { hint }) }, ...result };
}
