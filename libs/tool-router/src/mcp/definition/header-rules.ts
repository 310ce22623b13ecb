import type { Fault } from './config-fault.js';
import type { NameValue } from './server-definition.js';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** Headers that the protocol or the connection sets itself. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a text cannot be a header value: line breaks and other control characters would forge headers. */
export function breaksHeaders(value: string): boolean {
  return CONTROL.test(value);
}

/**
 * Makes a text fit for a header: what is not visible ASCII becomes percent-encoded UTF-8, once;
 * percent signs that were there before stay as they are.
 */
export function encodeHeaderValue(value: string): string {
  return value
    .toWellFormed()
    .trim()
    .replace(/[^\t\u0020-\u007e]+/g, encodeURIComponent);
}

/** Checked headers in the order of their lower-cased names. */
export function checkHeaders(headers: readonly NameValue[], fault: Fault): readonly NameValue[] {
  const seen = new Map<string, string>();
  for (const [name, value] of headers) {
    const field = `headers.${JSON.stringify(name)}`;
    const lower = name.toLowerCase();
    if (!NAME.test(name)) throw fault(field, 'is not a header name.', 'Use letters, digits and hyphens.');
    if (RESERVED.has(lower)) throw fault(field, 'is set by the connection itself.', 'Leave it out.');
    const other = seen.get(lower);
    if (other !== undefined) {
      throw fault(field, `is the same header as ${JSON.stringify(other)}.`, 'Keep one of the two spellings.');
    }
    if (breaksHeaders(value)) {
      throw fault(field, 'holds a line break or another control character.', 'Remove it; check the end of the value.');
    }
    seen.set(lower, name);
  }
  return headers
    .map(([name, value]) => [name, encodeHeaderValue(value)] as const)
    .toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}
