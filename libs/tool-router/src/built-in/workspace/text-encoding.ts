/** A wide encoding that a byte order mark announces. */
export type WideEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

function startsWith(bytes: Uint8Array, ...mark: readonly number[]): boolean {
  return bytes.length >= mark.length && mark.every((byte, at) => bytes[at] === byte);
}

/** The wide encoding that the first bytes of a file announce, or undefined. */
export function wideEncodingOf(head: Uint8Array): WideEncoding | undefined {
  if (startsWith(head, 0xff, 0xfe, 0, 0)) return 'utf-32le';
  if (startsWith(head, 0, 0, 0xfe, 0xff)) return 'utf-32be';
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(head, 0xfe, 0xff) ? 'utf-16be' : undefined;
}

/** Whether the first bytes of a file are the byte order mark of UTF-8. */
export function hasUtf8Mark(head: Uint8Array): boolean {
  return startsWith(head, 0xef, 0xbb, 0xbf);
}
