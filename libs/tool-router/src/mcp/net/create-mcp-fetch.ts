import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Agent } from 'undici';
import { assertRequestUrl, type RequestRules } from './assert-request-url.js';
import { exchange } from './exchange.js';
import { guardedLookup, type ResolveAll } from './guarded-lookup.js';
import { followedTarget, isRedirect, MAX_REDIRECTS } from './redirects.js';
import { requestParts } from './request-parts.js';
import type { WholeBodyInit } from './whole-response.js';

/** Sockets to one origin. Event streams hold one each for as long as they live, so they have their own. */
const MAX_CALL_SOCKETS = 256;
const MAX_STREAM_SOCKETS = 4096;
const CONNECT_TIMEOUT_MS = 10_000;

/** How the fetch reaches servers. */
export interface McpFetchOptions extends RequestRules {
  /** Resolves names in place of the system. */
  readonly resolve?: ResolveAll;
}

/** A `fetch` with its connections. */
export interface McpFetch {
  readonly fetch: FetchLike;
  /** Ends all requests and connections. */
  close(): Promise<void>;
}

/**
 * Makes the `fetch` for everything that a remote server or its authorization server is asked over HTTP.
 * It knows no cookies, has no time limits of its own beside that for connecting (calls may take long, streams have
 * no end), follows redirects only within an origin, and with `guard` reaches public addresses only,
 * checked anew for every connection.
 */
export function createMcpFetch(options: McpFetchOptions): McpFetch {
  const calls = agent(options, MAX_CALL_SOCKETS);
  const streams = agent(options, MAX_STREAM_SOCKETS);

  const fetch: FetchLike = async (input, init?: WholeBodyInit) => {
    const request = requestParts(init);
    const redirect = init?.redirect ?? 'follow';
    const dispatcher = request.method === 'GET' ? streams : calls;
    let url = new URL(input);
    for (let followed = 0; ; followed++) {
      assertRequestUrl(url, options);
      const response = await exchange(dispatcher, url, request, init?.signal, init?.wholeBody === true);
      if (redirect === 'manual' || !isRedirect(response)) return response;
      if (redirect === 'error') {
        await response.body?.cancel();
        throw new TypeError('fetch failed', { cause: new Error('The server answered with a redirect.') });
      }
      const target = followed < MAX_REDIRECTS ? followedTarget(response, url, request.method) : undefined;
      if (target === undefined) return response;
      await response.body?.cancel();
      url = target;
    }
  };

  return {
    fetch,
    async close() {
      await Promise.all([calls.destroy(), streams.destroy()]);
    },
  };
}

function agent({ guard, resolve }: McpFetchOptions, connections: number): Agent {
  return new Agent({
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(guard ? { lookup: guardedLookup(resolve) } : {}) },
  });
}
