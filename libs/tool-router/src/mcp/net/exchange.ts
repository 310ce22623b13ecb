import { setMaxListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import { AddressRefused } from './address-refused.js';
import type { RequestParts } from './request-parts.js';
import { ResponseHandler } from './response-handler.js';

/**
 * Sends one request and takes its response, redirects included as they are.
 * @param wholeBody as in `WholeBodyInit`
 * @throws the reason of the signal, AddressRefused, or a TypeError with the cause as `fetch` has it
 */
export function exchange(
  dispatcher: Dispatcher,
  url: URL,
  request: RequestParts,
  signal: AbortSignal | null | undefined,
  wholeBody: boolean,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const onAbort = (): void => handler.abort(abortError(signal));
    const handler = new ResponseHandler(
      resolve,
      (error) => reject(signal?.aborted ? (signal.reason as Error) : asFetchError(error)),
      () => signal?.removeEventListener('abort', onAbort),
      wholeBody,
    );
    if (signal) {
      // All requests of one transport share its signal.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', onAbort, { once: true });
    }
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: [...request.headers],
        body: request.body,
      },
      handler,
    );
  });
}

function abortError(signal: AbortSignal | null | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('This operation was aborted', 'AbortError');
}

function asFetchError(error: unknown): Error {
  return error instanceof AddressRefused ? error : new TypeError('fetch failed', { cause: error });
}
