import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

/** How the SDK's client ends the text of a request; reading it spares parsing arguments that may be large. */
const TAIL = /"jsonrpc":"2\.0","id":(\d+)\}$/;
const TAIL_LENGTH = 60;

/** The id of the JSON-RPC request that a POST body holds; undefined for notifications, replies and other bodies. */
export function requestIdOf(body: unknown): RequestId | undefined {
  if (typeof body !== 'string' || !body.startsWith('{')) return undefined;
  const tail = TAIL.exec(body.slice(-TAIL_LENGTH));
  if (tail && body.startsWith('{"method":')) return Number(tail[1]);
  return parsedId(body);
}

function parsedId(body: string): RequestId | undefined {
  try {
    const { method, id } = JSON.parse(body) as { readonly method?: unknown; readonly id?: unknown };
    return typeof method === 'string' && (typeof id === 'number' || typeof id === 'string') ? id : undefined;
  } catch {
    return undefined;
  }
}
