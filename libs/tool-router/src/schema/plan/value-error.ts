/**
 * Whether an error is what the language itself throws about a value of an unexpected type or form: then code of the
 * request class met arguments that it was not made for. Anything else was thrown on purpose or broke elsewhere.
 */
export function isValueError(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    error instanceof URIError
  );
}
