import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ConnectionHandle } from './connection/connection-handle.js';
import type { HttpAccess } from './connection/streamable-parts.js';
import { createMcpFetch, type McpFetch } from './net/create-mcp-fetch.js';

/** Sends the requests of all connections; connections with the same rules share their sockets. */
export class HttpAccesses {
  private readonly fetches = new Map<string, McpFetch>();

  /** How to reach the server of a connection. */
  of({ definition }: ConnectionHandle): HttpAccess {
    if (definition.type === 'stdio') throw new Error('A server process is not reached over HTTP.');
    const { fetch } = this.fetchFor(definition.guarded, definition.allowHttp);
    return { fetch: withHeaders(fetch, definition.headers) };
  }

  /** Ends all requests and connections. */
  async close(): Promise<void> {
    await Promise.all([...this.fetches.values()].map((one) => one.close()));
  }

  private fetchFor(guard: boolean, allowHttp: boolean): McpFetch {
    const key = `${guard} ${allowHttp}`;
    const known = this.fetches.get(key) ?? createMcpFetch({ guard, allowHttp });
    this.fetches.set(key, known);
    return known;
  }
}

function withHeaders(fetch: FetchLike, headers: readonly (readonly [string, string])[]): FetchLike {
  if (headers.length === 0) return fetch;
  return (url, init) => {
    const all = new Headers(init?.headers);
    for (const [name, value] of headers) all.set(name, value);
    return fetch(url, { ...init, headers: all });
  };
}
