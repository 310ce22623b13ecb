/** Failures that happen before a request leaves the machine, so the server cannot have acted on it. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TLS = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** The system's codes of an error and of everything that caused it. */
export function errorCodes(error: unknown): readonly string[] {
  const codes: string[] = [];
  const left: unknown[] = [error];
  for (let depth = 0; left.length > 0 && depth < 20; depth++) {
    const one = left.shift();
    if (!(one instanceof Error)) continue;
    const code: unknown = (one as NodeJS.ErrnoException).code;
    if (typeof code === 'string') codes.push(code);
    left.push(one.cause);
    if (one instanceof AggregateError) left.push(...(one.errors as unknown[]));
  }
  return codes;
}

/** Whether the request cannot have reached the server. */
export function wasNeverSent(error: unknown): boolean {
  return errorCodes(error).some((code) => NEVER_SENT.has(code) || TLS.test(code));
}

/** An error with its causes as one line for the developer. */
export function describeError(error: unknown): string {
  const texts: string[] = [];
  for (let one: unknown = error; one !== undefined && texts.length < 5; one = (one as { cause?: unknown }).cause) {
    if (!(one instanceof Error)) {
      texts.push(typeof one === 'string' ? one : 'an unknown cause');
      break;
    }
    const text = one.message === '' ? one.name : one.message;
    if (!texts.includes(text)) texts.push(text);
  }
  return texts.join(': ');
}
