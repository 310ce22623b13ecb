import { AddressRefused } from '../net/address-refused.js';

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
const MAX_CAUSES = 20;
const TLS = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** An error and everything that caused it. */
function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  const left: unknown[] = [error];
  while (left.length > 0 && causes.length < MAX_CAUSES) {
    const one = left.shift();
    if (!(one instanceof Error)) continue;
    causes.push(one);
    left.push(one.cause);
    if (one instanceof AggregateError) left.push(...(one.errors as unknown[]));
  }
  return causes;
}

function errorCodes(error: unknown): readonly string[] {
  return causesOf(error).flatMap((one) => {
    const code: unknown = (one as NodeJS.ErrnoException).code;
    return typeof code === 'string' ? [code] : [];
  });
}

/** Whether an address was refused by the guard of the gateway. */
export function isAddressRefused(error: unknown): boolean {
  return causesOf(error).some((one) => one instanceof AddressRefused);
}

/** Whether the request cannot have reached the server. */
export function wasNeverSent(error: unknown): boolean {
  return isAddressRefused(error) || errorCodes(error).some((code) => NEVER_SENT.has(code) || TLS.test(code));
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
