const USER_AGENT = 'nestjs-tool-router';

/** What goes over the wire for one `fetch` call. */
export interface RequestParts {
  readonly method: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
}

/**
 * Reads the arguments of a `fetch` call.
 * @throws TypeError for bodies that these requests never have
 */
export function requestParts(init: RequestInit | undefined): RequestParts {
  const headers = new Headers(init?.headers);
  const body = bodyOf(init?.body, headers);
  if (!headers.has('accept')) headers.set('accept', '*/*');
  if (!headers.has('user-agent')) headers.set('user-agent', USER_AGENT);
  // The agents keep the connection; a caller's own word on it would only be refused.
  headers.delete('connection');
  return { method: (init?.method ?? 'GET').toUpperCase(), headers: [...headers].flat(), body };
}

function bodyOf(body: unknown, headers: Headers): string | Uint8Array | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string') return withType(body, 'text/plain;charset=UTF-8', headers);
  if (body instanceof URLSearchParams) {
    return withType(body.toString(), 'application/x-www-form-urlencoded;charset=UTF-8', headers);
  }
  if (body instanceof Uint8Array) return body;
  throw new TypeError('This fetch takes texts, URLSearchParams and bytes as body.');
}

function withType(body: string, type: string, headers: Headers): string {
  if (!headers.has('content-type')) headers.set('content-type', type);
  return body;
}
