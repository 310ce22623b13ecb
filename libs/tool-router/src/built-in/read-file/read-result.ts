import { BuiltInFailure } from '../built-in-failure.js';
import type { ReadRange } from './read-range.js';
import type { ScannedText } from './scan-text.js';
import type { TextChunks } from './text-chunks.js';

/** The answer of `read_file`. */
export interface ReadResult {
  readonly path: string;
  readonly content: string;
  readonly startLine: number;
  /** The last line that is in the content; before `startLine` where nothing is. */
  readonly endLine: number;
  /** Absent where the file is so large that its lines were not all counted. */
  readonly totalLines?: number;
  readonly truncated: boolean;
  readonly nextStartLine?: number;
  readonly nextStartColumn?: number;
  readonly cutLines?: readonly number[];
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'unknown';
  readonly bom?: true;
  readonly lineEnding: ScannedText['lineEnding'];
  /** False where `edit` and `apply_patch` refuse the file because of its encoding. */
  readonly editable?: false;
  readonly note?: string;
}

function requireReached(scan: ScannedText, range: ReadRange, shown: string): void {
  const { lengthBeforeColumn } = scan;
  if (lengthBeforeColumn !== undefined) {
    throw new BuiltInFailure(
      'validation',
      `startColumn ${range.startColumn} is past the end of line ${range.startLine} of ${shown}, which has ${lengthBeforeColumn} characters.`,
    );
  }
  if (range.startLine > Math.max(1, scan.lines)) {
    const lines = scan.lines === 1 ? '1 line' : `${scan.lines} lines`;
    throw new BuiltInFailure(
      'validation',
      `startLine ${range.startLine} is past the end: ${shown} has ${lines}, so startLine must be at most ${Math.max(1, scan.lines)}.`,
    );
  }
}

function notesOf(scan: ScannedText, text: TextChunks, next: ReadResult['nextStartColumn']): string {
  const notes: string[] = [];
  if (scan.complete && scan.lines === 0) notes.push('The file exists and is empty (0 lines).');
  if (next !== undefined)
    notes.push('The line is longer than the limit of this answer; read on in it with nextStartColumn.');
  if (scan.cutLines.length > 0) notes.push('Lines in cutLines are not complete; startColumn gives the rest.');
  if (text.wide !== undefined) notes.push(`Decoded from ${text.wide}; edit and apply_patch refuse this encoding.`);
  if (text.wide === undefined && !scan.validUtf8) {
    notes.push(
      'Not valid UTF-8: bytes that could not be decoded are shown as U+FFFD, and edit and apply_patch refuse the file.',
    );
  }
  if (!scan.complete) notes.push(`Lines were counted up to line ${scan.lines} only; there are more.`);
  return notes.join(' ');
}

/**
 * Words the outcome of a scan.
 * @throws BuiltInFailure `validation` where the range begins past the end
 */
export function readResult(shown: string, range: ReadRange, text: TextChunks, scan: ScannedText): ReadResult {
  requireReached(scan, range, shown);
  const lastWanted = Math.min(range.askedEndLine ?? scan.lines, scan.lines);
  const next = scan.next ?? (scan.endLine < lastWanted ? { line: scan.endLine + 1 } : undefined);
  const note = notesOf(scan, text, next?.column);
  const isText = text.wide !== undefined || scan.validUtf8;
  return {
    path: shown,
    content: scan.content,
    startLine: range.startLine,
    endLine: scan.endLine,
    ...(scan.complete ? { totalLines: scan.lines } : {}),
    truncated: next !== undefined || scan.cutLines.length > 0,
    ...(next === undefined ? {} : { nextStartLine: next.line }),
    ...(next?.column === undefined ? {} : { nextStartColumn: next.column }),
    ...(scan.cutLines.length > 0 ? { cutLines: scan.cutLines } : {}),
    encoding: text.wide ?? (isText ? 'utf-8' : 'unknown'),
    ...(text.bom && text.wide === undefined ? { bom: true } : {}),
    lineEnding: scan.lineEnding,
    ...(text.wide !== undefined || !isText ? { editable: false } : {}),
    ...(note === '' ? {} : { note }),
  };
}
