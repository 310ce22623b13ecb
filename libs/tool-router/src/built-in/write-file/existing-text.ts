import { hasUtf8Mark, wideEncodingOf, type WideEncoding } from '../workspace/text-encoding.js';
import { lineEndingsOf, type LineEndings } from '../workspace/line-endings.js';
import { withRegularFile } from '../workspace/regular-file.js';

const SAMPLE_BYTES = 64 * 1024;

/** What there was in a file before it was written to. */
export interface ExistingText {
  readonly bom: boolean;
  readonly wide?: WideEncoding;
  /** Of the beginning of the file. */
  readonly lineEnding: LineEndings['lineEnding'];
  /** Whether appended text begins a line of its own. */
  readonly endsLine: boolean;
}

/**
 * Looks at the beginning and the last byte of a file.
 * @param real a real path from the guard
 * @throws BuiltInFailure `is_directory`, `not_regular`, …
 */
export function lookAtExisting(real: string, shown: string): Promise<ExistingText> {
  return withRegularFile(real, shown, async ({ handle, stat }) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const size = Number(stat.size);
    const last = size === 0 ? undefined : (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0];
    const wide = wideEncodingOf(head);
    return {
      bom: hasUtf8Mark(head),
      ...(wide === undefined ? {} : { wide }),
      lineEnding: lineEndingsOf(head.toString('latin1')).lineEnding,
      endsLine: last === undefined || last === 10,
    };
  });
}
