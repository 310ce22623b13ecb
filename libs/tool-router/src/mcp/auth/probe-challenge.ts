import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { challengeOf, type Challenge } from './challenge.js';

const TIMEOUT_MS = 10_000;

/** Asks a server without credentials what access it wants; undefined when it does not say. */
export async function probeChallenge(fetch: FetchLike, serverUrl: string): Promise<Challenge | undefined> {
  try {
    const response = await fetch(serverUrl, {
      headers: { accept: 'application/json, text/event-stream' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return challengeOf(response);
  } catch {
    return undefined;
  }
}
