import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1_000_000;

/** A fetch for metadata and tokens: an answer is small and comes soon, or it is an error. */
export function boundedFetch(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.body === null) return response;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > MAX_BYTES) {
        await reader.cancel();
        throw new Error('The answer of the authorization server is too large.');
      }
      chunks.push(part.value);
    }
    const { status, statusText, headers } = response;
    return new Response(Buffer.concat(chunks), { status, statusText, headers });
  };
}
