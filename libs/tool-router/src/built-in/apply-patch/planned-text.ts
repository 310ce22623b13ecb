import { BuiltInFailure } from '../built-in-failure.js';
import { countLines } from '../workspace/line-endings.js';
import { withRegularFile } from '../workspace/regular-file.js';
import { readTextFile } from '../workspace/text-file.js';
import type { Origin, PlannedFile, PlannedState } from './overlay.js';

/** The file that an operation works on, or the refusal of anything else. */
export function requireFile(state: PlannedState, shown: string): PlannedFile {
  switch (state) {
    case 'missing':
      throw new BuiltInFailure('not_found', `${shown} does not exist.`, 'Only "*** Add File:" creates files.');
    case 'directory':
      throw new BuiltInFailure('is_directory', `${shown} is a directory, not a file.`);
    case 'link':
      throw new BuiltInFailure('not_regular', `${shown} is a symbolic link.`, 'Name the file that it leads to.');
    case 'other':
      throw new BuiltInFailure('not_regular', `${shown} is not a regular file (a pipe, socket or device).`);
    default:
      return state;
  }
}

/** The bytes of a planned file's text. */
export function sizeOf({ text, origin }: PlannedFile): number {
  return text === undefined ? Number(origin?.entry.stamp?.size ?? 0n) : Buffer.byteLength(text);
}

/** The text of a planned file; that of the disk is read once and kept for writing back. */
export async function textOf(file: PlannedFile, shown: string, maxBytes: number): Promise<string> {
  if (file.text !== undefined) return file.text;
  const origin = file.origin as Origin;
  origin.text ??= await readTextFile(origin.real, { maxBytes, shown });
  return origin.text.text;
}

async function countDiskLines(real: string, shown: string): Promise<number> {
  return withRegularFile(real, shown, async ({ handle }) => {
    const bytes = await handle.readFile();
    return countLines(bytes.toString('latin1'));
  });
}

/** The number of lines of a planned file of any encoding; undefined for one that is too large to be read. */
export async function lineCountOf(file: PlannedFile, shown: string, maxBytes: number): Promise<number | undefined> {
  const text = file.text ?? file.origin?.text?.text;
  if (text !== undefined) return countLines(text);
  const { real, entry } = file.origin as Origin;
  return (entry.stamp?.size ?? 0n) > BigInt(maxBytes) ? undefined : countDiskLines(real, shown);
}
