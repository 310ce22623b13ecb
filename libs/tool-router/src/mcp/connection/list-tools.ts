import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { MAX_TOOLS } from '../catalogue/parse-tools.js';
import type { Link } from './link.js';
import { hasCode } from './rpc-codes.js';

/** Pages that one sweep reads at most. */
const MAX_PAGES = 100;

/** The whole list of a server, as it came. */
export interface RawToolList {
  readonly tools: readonly unknown[];
  /** What was strange about the list although it was read. */
  readonly notes: readonly string[];
}

/** A list of tools that cannot be read as one. */
export class UnreadableList extends Error {}

/**
 * Reads all pages of a server's tool list. A server that knows no tools at all has an empty list.
 * @throws UnreadableList, or what the request failed with; a list that is only partly read is never returned
 */
export async function listTools(link: Link, timeoutMs: number): Promise<RawToolList> {
  const deadline = Date.now() + timeoutMs;
  const tools: unknown[] = [];
  const notes: string[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const result = await readPage(link, cursor, Math.max(1, deadline - Date.now()));
    if (result === undefined) break;
    const listed = result['tools'];
    if (!Array.isArray(listed)) throw new UnreadableList('The answer to tools/list holds no list of tools.');
    // One more than is kept, so that the parser can say that some are left out.
    tools.push(...listed.slice(0, MAX_TOOLS + 1 - tools.length));
    const next = result['nextCursor'];
    if (typeof next !== 'string') break;
    const stop = reasonToStop(next, seen, page, tools.length);
    if (stop !== undefined) {
      notes.push(stop);
      break;
    }
    seen.add(next);
    cursor = next;
  }
  return { tools, notes };
}

async function readPage(
  link: Link,
  cursor: string | undefined,
  timeout: number,
): Promise<Record<string, unknown> | undefined> {
  const params = cursor === undefined ? {} : { cursor };
  try {
    return await link.request('tools/list', params, { timeout }).result;
  } catch (error) {
    if (error instanceof McpError && hasCode(error, 'methodNotFound') && cursor === undefined) return undefined;
    throw error;
  }
}

function reasonToStop(next: string, seen: ReadonlySet<string>, page: number, tools: number): string | undefined {
  if (seen.has(next)) return 'The server repeats a cursor; the pages up to there are used.';
  if (page >= MAX_PAGES) return `The server has more than ${MAX_PAGES} pages of tools; the rest is left out.`;
  if (tools > MAX_TOOLS) return `The server has more than ${MAX_TOOLS} tools; the rest is left out.`;
  return undefined;
}
