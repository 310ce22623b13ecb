import { isRecord } from '../definition/is-record.js';
import { base64Size } from './base64.js';

/** Above this, base64 is taken for data rather than for a token that the model may have to pass on. */
const LONG = 512;
/** Beside a media type, or under a name that says so, shorter text is data as well. */
const SHORT = 64;
const DATA_NAMES: ReadonlySet<string> = new Set(['audio', 'base64', 'blob', 'bytes', 'data', 'image']);
const MEDIA_NAMES: readonly string[] = ['mimeType', 'mime_type', 'mediaType', 'contentType', 'content_type'];
const DATA_URL = /^data:[^,]{0,200};base64,/i;

/** JSON text of structured content, with base64 data replaced by its size; undefined where it cannot be written. */
export function structuredText(content: unknown): string | undefined {
  try {
    return JSON.stringify(content, replaceData);
  } catch {
    return undefined;
  }
}

function replaceData(this: unknown, name: string, value: unknown): unknown {
  return typeof value === 'string' && isData(this, name, value) ? shortened(value) : value;
}

function isData(holder: unknown, name: string, value: string): boolean {
  const named = DATA_NAMES.has(name.toLowerCase());
  if (named && tellsMediaType(holder)) return base64Size(value) !== undefined;
  if (value.length <= SHORT) return false;
  if (DATA_URL.test(value)) return true;
  return value.length > (named ? SHORT : LONG) && base64Size(value) !== undefined;
}

function tellsMediaType(holder: unknown): boolean {
  return isRecord(holder) && MEDIA_NAMES.some((key) => typeof holder[key] === 'string');
}

function shortened(value: string): string {
  return `[${base64Size(value.slice(value.indexOf(',') + 1)) ?? value.length} bytes, not shown]`;
}
