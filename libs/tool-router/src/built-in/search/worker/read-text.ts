import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes of a file above which it is not searched without ripgrep. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A file as text with LF as the only line end, or why it is none. `binary` text is there only to tell whether it matches. */
export type FileText =
  | { readonly kind: 'text' | 'binary'; readonly text: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'tooLarge' };

/** One buffer for all files: grows to the largest one. */
let buffer = Buffer.allocUnsafe(1 << 16);

function readBytes(file: number, size: number): Buffer {
  // One byte more tells whether the file grew meanwhile; the rest is left alone.
  if (buffer.length < size + 1) buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(file, buffer, length, buffer.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

function withPlainLineEnds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

function decode(bytes: Buffer): FileText {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be';
  if (wide === 'utf-16le' || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { kind: 'text', text: withPlainLineEnds(new TextDecoder(wide).decode(bytes)) };
  }
  const text = bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  return { kind: bytes.includes(0) ? 'binary' : 'text', text: withPlainLineEnds(text) };
}

/** Reads a regular file for a search: a byte order mark says what it is, a NUL makes it binary. */
export function readText(path: string): FileText {
  let file: number;
  try {
    file = openSync(path, FLAGS);
  } catch {
    return { kind: 'unreadable' };
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { kind: 'unreadable' };
    return stat.size > MAX_FILE_BYTES ? { kind: 'tooLarge' } : decode(readBytes(file, stat.size));
  } catch {
    return { kind: 'unreadable' };
  } finally {
    closeSync(file);
  }
}
