import { MAX_SHOWN_CHARS, withoutLineEnd } from '../line-window.js';
import type { StreamRecord } from './split-records.js';

/** A text of ripgrep's: plain, or as base64 where the bytes are no UTF-8. */
interface Data {
  readonly text?: string;
  readonly bytes?: string;
}

interface RawMessage {
  readonly type: string;
  readonly data: {
    readonly path?: Data;
    readonly lines?: Data;
    readonly line_number?: number;
    readonly submatches?: readonly { readonly start: number; readonly end: number }[];
    readonly binary_offset?: number | null;
    readonly stats?: { readonly searches?: number };
  };
}

/** One message of ripgrep's machine format, as far as a search needs it. */
export type RipgrepMessage =
  | { readonly type: 'begin'; readonly file: string }
  | {
      readonly type: 'match';
      readonly line: number;
      readonly text: string;
      /** The first match, in UTF-16 units of `text`. */
      readonly start: number;
      readonly length: number;
    }
  | { readonly type: 'context'; readonly line: number; readonly text: string }
  | { readonly type: 'end'; readonly binary: boolean }
  | { readonly type: 'summary'; readonly filesSearched: number };

/** Comes before the line number in a message; quotes inside texts are escaped, so that no text contains it. */
export const BEFORE_LINE_NUMBER = ',"line_number":';
/** Starts the message of each match, and stands nowhere else, for the same reason. */
export const MATCH_START = '{"type":"match"';
/** Starts the last message of a run, and no other. */
export const SUMMARY_START = '{"data":';
const TOO_LONG = '(a line that is too long to show)';

function bytesOf(data: Data | undefined): Buffer {
  return data?.bytes === undefined ? Buffer.from(data?.text ?? '') : Buffer.from(data.bytes, 'base64');
}

function textOf(data: Data | undefined): string {
  return data?.text ?? bytesOf(data).toString('utf8');
}

/** A path as ripgrep prints it, from the folder it runs in. */
export function plainPath(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

function readMatch(data: RawMessage['data']): RipgrepMessage {
  const text = textOf(data.lines);
  const line = data.line_number ?? 0;
  // A short line is shown whole, wherever the match is.
  if (text.length <= MAX_SHOWN_CHARS) return { type: 'match', line, text: withoutLineEnd(text), start: 0, length: 0 };
  const [first] = data.submatches ?? [];
  const bytes = bytesOf(data.lines);
  const start = bytes.subarray(0, first?.start ?? 0).toString('utf8').length;
  const length = bytes.subarray(first?.start ?? 0, first?.end ?? 0).toString('utf8').length;
  return { type: 'match', line, text: withoutLineEnd(text), start, length };
}

/** What is left of a message that was too large: where the line is, not what it says. */
function readCutMessage(text: string, line: number): RipgrepMessage {
  const isMatch = text.startsWith(MATCH_START);
  return isMatch
    ? { type: 'match', line, text: TOO_LONG, start: 0, length: 0 }
    : { type: 'context', line, text: TOO_LONG };
}

/** Reads one message; undefined for a kind that says nothing to a search. */
export function readMessage(record: StreamRecord): RipgrepMessage | undefined {
  if (record.sought !== undefined) return readCutMessage(record.text, record.sought);
  const { type, data } = JSON.parse(record.text) as RawMessage;
  switch (type) {
    case 'begin':
      return { type, file: plainPath(textOf(data.path)) };
    case 'match':
      return readMatch(data);
    case 'context':
      return { type, line: data.line_number ?? 0, text: withoutLineEnd(textOf(data.lines)) };
    case 'end':
      return { type, binary: typeof data.binary_offset === 'number' };
    case 'summary':
      return { type, filesSearched: data.stats?.searches ?? 0 };
    default:
      return undefined;
  }
}
