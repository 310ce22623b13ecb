import { headOf } from '../../text/cut-text.js';

const DATA_URL = /^data:([^,;]{0,100})[^,]{0,200},/i;

/** A short text of a server on one line, for a placeholder; undefined where there is none. */
export function shownValue(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = headOf(value, max + 1)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return undefined;
  return line.length > max ? `${headOf(line, max)}…` : line;
}

/** A URI for a placeholder; the content of a `data:` URI is left out. */
export function shownUri(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return undefined;
  const data = DATA_URL.exec(uri);
  return data ? `data:${data[1] ?? ''} of ${uri.length} characters` : shownValue(uri, 500);
}

/** A media type for a placeholder. */
export function shownMimeType(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.test(value) ? shownValue(value, 130) : undefined;
}

/** What `parts` say, those that are missing left out. */
export function listed(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ');
}
