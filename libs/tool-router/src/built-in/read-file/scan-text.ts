import { LineCensus } from './line-census.js';
import { LineCollector, type NextPosition, type WantedLines } from './line-collector.js';
import type { TextChunks } from './text-chunks.js';
import { Utf8Check } from './utf8-check.js';

/** Bytes that are looked at after the wanted lines, only to count lines. */
const MAX_COUNTED_BYTES = 2 ** 29;

/** What a scan found. */
export interface ScannedText {
  readonly content: string;
  readonly endLine: number;
  readonly next?: NextPosition;
  readonly cutLines: readonly number[];
  /** Set where the wanted column is past the end of its line. */
  readonly lengthBeforeColumn?: number;
  /** Lines that were counted. */
  readonly lines: number;
  /** The scan reached the end of the file, so `lines` is the total. */
  readonly complete: boolean;
  readonly lineEnding: LineCensus['lineEnding'];
  readonly validUtf8: boolean;
}

/** The index behind the `count`th line ending. */
function skipLines(chunk: Buffer, count: number): number {
  let at = 0;
  for (let left = count; left > 0; left--) at = chunk.indexOf(10, at) + 1;
  return at;
}

/**
 * Reads the wanted lines and counts all others, in constant memory.
 * @param checkpoint called between chunks; throws to stop the scan
 */
export async function scanText(text: TextChunks, wanted: WantedLines, checkpoint: () => void): Promise<ScannedText> {
  const census = new LineCensus();
  const validity = new Utf8Check();
  const collector = new LineCollector(wanted);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let linesToSkip = wanted.startLine - 1;
  let counted = 0;
  let complete = true;
  let isFirst = true;
  for await (const chunk of text.chunks) {
    if (!isFirst) checkpoint();
    isFirst = false;
    const endings = census.push(chunk);
    validity.push(chunk);
    if (collector.isDone) {
      counted += chunk.length;
    } else if (endings >= linesToSkip) {
      collector.push(decoder.decode(chunk.subarray(skipLines(chunk, linesToSkip)), { stream: true }));
      linesToSkip = 0;
    } else {
      linesToSkip -= endings;
    }
    complete = counted <= MAX_COUNTED_BYTES;
    if (!complete) break;
  }
  if (!collector.isDone) collector.push(decoder.decode());
  collector.end();
  return {
    content: collector.content,
    endLine: collector.endLine,
    next: collector.next,
    cutLines: collector.cutLines,
    lengthBeforeColumn: collector.lengthBeforeColumn,
    lines: census.lines,
    complete,
    lineEnding: census.lineEnding,
    validUtf8: validity.isValid(),
  };
}
