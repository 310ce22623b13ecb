const USER_AGENT = 'nestjs-tool-router';

/** What goes over the wire for one `fetch` call. */
export interface RequestParts {
  readonly method: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null;
}

/**
 * Reads the arguments of a `fetch` call.
 * @throws TypeError for bodies that these requests never have
 */
export function requestParts(init: RequestInit | undefined): RequestParts {
  const given = init?.headers instanceof Headers ? init.headers : new Headers(init?.headers);
  const { body, type } = bodyOf(init?.body);
  const headers: string[] = [];
  for (const [name, value] of given) {
    // The agents keep the connection; a caller's own word on it would only be refused.
    if (name !== 'connection') headers.push(name, value);
  }
  if (type !== undefined && !given.has('content-type')) headers.push('content-type', type);
  if (!given.has('accept')) headers.push('accept', '*/*');
  if (!given.has('user-agent')) headers.push('user-agent', USER_AGENT);
  return { method: (init?.method ?? 'GET').toUpperCase(), headers, body };
}

function bodyOf(body: unknown): { readonly body: RequestParts['body']; readonly type?: string } {
  if (body === undefined || body === null) return { body: null };
  if (typeof body === 'string') return { body, type: 'text/plain;charset=UTF-8' };
  if (body instanceof URLSearchParams) {
    return { body: body.toString(), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  }
  if (body instanceof Uint8Array) return { body };
  throw new TypeError('This fetch takes texts, URLSearchParams and bytes as body.');
}
