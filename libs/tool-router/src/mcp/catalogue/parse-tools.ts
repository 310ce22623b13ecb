import { isRecord } from '../definition/is-record.js';
import { parseTool } from './parse-tool.js';
import type { CatalogueDiagnostic, ToolDescriptor } from './tool-descriptor.js';

/** Tools of one server that are kept; what follows is reported and dropped. */
export const MAX_TOOLS = 1000;
const MAX_DIAGNOSTICS = 100;
const MAX_SHOWN_NAME = 100;

/** What became of a list of tools. */
export interface ParsedTools {
  /** In the order of the list. */
  readonly tools: readonly ToolDescriptor[];
  readonly diagnostics: readonly CatalogueDiagnostic[];
}

/** Reads the entries of a server's tool list one by one: a broken entry costs that entry, never the list. */
export function parseTools(entries: readonly unknown[]): ParsedTools {
  const tools = new Map<string, ToolDescriptor>();
  const diagnostics: CatalogueDiagnostic[] = [];
  let unreported = 0;
  for (const [index, entry] of entries.entries()) {
    if (tools.size === MAX_TOOLS) {
      diagnostics.push({
        reason: `the server has ${entries.length} tools, those after the first ${MAX_TOOLS} are left out`,
      });
      break;
    }
    const reason = take(entry, tools);
    if (reason === undefined) continue;
    if (diagnostics.length < MAX_DIAGNOSTICS) diagnostics.push({ index, ...nameOf(entry), reason });
    else unreported++;
  }
  if (unreported > 0) diagnostics.push({ reason: `${unreported} more entries were left out` });
  return { tools: [...tools.values()], diagnostics };
}

function take(entry: unknown, tools: Map<string, ToolDescriptor>): string | undefined {
  const parsed = parseTool(entry);
  if ('refused' in parsed) return parsed.refused;
  if (tools.has(parsed.tool.rawName)) return 'an earlier tool of the list has this name';
  tools.set(parsed.tool.rawName, parsed.tool);
  return undefined;
}

function nameOf(entry: unknown): { toolName?: string } {
  if (!isRecord(entry) || typeof entry['name'] !== 'string') return {};
  return { toolName: entry['name'].slice(0, MAX_SHOWN_NAME).toWellFormed() };
}
