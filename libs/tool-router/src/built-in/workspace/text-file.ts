import { BuiltInFailure } from '../built-in-failure.js';
import { lineEndingsOf, type LineEndings } from './line-endings.js';
import { stampOf, withRegularFile, type FileStamp, type RegularFile } from './regular-file.js';
import { hasUtf8Mark, wideEncodingOf } from './text-encoding.js';

const BOM = '\ufeff';
const CONVERT = 'Convert it to UTF-8 first: write_file replaces it as a whole.';

/** A text that was decoded without any loss: `encodeTextFile` gives back the same bytes. */
export interface TextFile extends LineEndings {
  /** Whether a byte order mark stands before the text; it is no part of it. */
  readonly bom: boolean;
  readonly text: string;
  /** Permission bits. */
  readonly mode: number;
  /** Bytes on the disk. */
  readonly size: number;
  /** For `replaceFile`: refuses to overwrite what somebody else wrote since. */
  readonly stamp: FileStamp;
}

export interface TextFileLimits {
  readonly maxBytes: number;
  /** The path in messages. */
  readonly shown: string;
}

async function readBytes({ handle, stat }: RegularFile, { maxBytes, shown }: TextFileLimits): Promise<Buffer> {
  const tooLarge = (bytes: bigint | number): BuiltInFailure =>
    new BuiltInFailure(
      'too_large',
      `${shown} has ${bytes} bytes; the limit for changing a file is ${maxBytes} bytes.`,
      'Change it with a shell command.',
    );
  if (stat.size > BigInt(maxBytes)) throw tooLarge(stat.size);
  const bytes = await handle.readFile();
  if (bytes.length > maxBytes) throw tooLarge(bytes.length);
  return bytes;
}

function decode(bytes: Buffer, shown: string): string {
  const wide = wideEncodingOf(bytes);
  if (wide !== undefined) {
    throw new BuiltInFailure('not_utf8', `${shown} is encoded in ${wide}; only UTF-8 text can be changed.`, CONVERT);
  }
  if (bytes.includes(0)) throw new BuiltInFailure('binary', `${shown} is a binary file (it contains NUL bytes).`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BuiltInFailure('not_utf8', `${shown} is not valid UTF-8; changing it as text would damage it.`, CONVERT);
  }
}

/**
 * Reads a whole text file so that it can be written back byte for byte.
 * @param real a real path from the guard
 * @throws BuiltInFailure `too_large`, `binary`, `not_utf8`, `not_regular`, `is_directory`, `not_found`, `stale`
 */
export function readTextFile(real: string, limits: TextFileLimits): Promise<TextFile> {
  return withRegularFile(real, limits.shown, async (file) => {
    const bytes = await readBytes(file, limits);
    const bom = hasUtf8Mark(bytes);
    const text = decode(bom ? bytes.subarray(3) : bytes, limits.shown);
    const mode = Number(file.stat.mode) & 0o7777;
    return { bom, text, ...lineEndingsOf(text), mode, size: bytes.length, stamp: stampOf(file.stat) };
  });
}

/** The bytes of a text, with its byte order mark. */
export function encodeTextFile(file: Pick<TextFile, 'bom' | 'text'>): Buffer {
  return Buffer.from(file.bom ? BOM + file.text : file.text, 'utf8');
}
