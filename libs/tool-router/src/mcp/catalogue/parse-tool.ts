import { createHash } from 'node:crypto';
import { normaliseRoot } from '../../schema/dialects/normalise-root.js';
import { headOf } from '../../text/cut-text.js';
import { canonicalJson } from '../definition/canonical-json.js';
import { isRecord } from '../definition/is-record.js';
import { deepFreeze } from '../definition/deep-freeze.js';
import { readAnnotations } from './read-annotations.js';
import type { ToolDescriptor } from './tool-descriptor.js';

const MAX_DESCRIPTION = 1024;
const MAX_RAW_NAME = 1024;

/** A tool, or why the entry is none. */
export type ParsedTool = { readonly tool: ToolDescriptor } | { readonly refused: string };

/** Reads one entry of a server's tool list: repairs what is safe to repair, refuses the rest. */
export function parseTool(entry: unknown): ParsedTool {
  if (!isRecord(entry)) return { refused: 'the entry is not an object' };
  const { name } = entry;
  if (typeof name !== 'string' || name === '') return { refused: 'the tool has no name' };
  if (name.length > MAX_RAW_NAME) return { refused: `the name is longer than ${MAX_RAW_NAME} characters` };
  const root = normaliseRoot(entry['inputSchema']);
  if ('refused' in root) return { refused: `input schema: ${root.refused}` };
  const fingerprint = fingerprintOf(entry);
  if (fingerprint === undefined) return { refused: 'the output schema or the annotations are nested too deep' };
  const annotations = readAnnotations(entry['annotations'], entry['title']);
  const tool: ToolDescriptor = {
    rawName: name,
    description: descriptionOf(entry['description']),
    inputSchema: deepFreeze(root.schema),
    ...(annotations === undefined ? {} : { annotations }),
    raw: entry,
    fingerprint,
  };
  return { tool: Object.freeze(tool) };
}

function descriptionOf(value: unknown): string {
  return typeof value === 'string' ? headOf(value.toWellFormed().trim(), MAX_DESCRIPTION) : '';
}

function fingerprintOf(entry: Readonly<Record<string, unknown>>): string | undefined {
  const { description, inputSchema, outputSchema, annotations } = entry;
  const text = canonicalJson([description, inputSchema, outputSchema, annotations]);
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex');
}
