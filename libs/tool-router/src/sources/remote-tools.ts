import type { RemoteTools } from '../mcp/mcp-gateway.js';

/** What a request without servers of a kind sees of it. */
export const NO_REMOTE_TOOLS: RemoteTools = Object.freeze({
  tools: Object.freeze([]),
  find: () => undefined,
  candidates: () => [],
});

/** Reads from a projection without a promise where every list is known. */
export function whenKnown<T>(
  projection: RemoteTools | Promise<RemoteTools>,
  read: (tools: RemoteTools) => T,
): T | Promise<T> {
  return projection instanceof Promise ? projection.then(read) : read(projection);
}
