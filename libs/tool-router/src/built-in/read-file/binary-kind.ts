import { isUtf8 } from 'node:buffer';

const SAMPLE_BYTES = 8192;

interface Signature {
  readonly kind: string;
  readonly bytes: Buffer;
  readonly at: number;
}

const SIGNATURES: readonly Signature[] = (
  [
    ['a PNG image', '89504e470d0a1a0a', 0],
    ['a JPEG image', 'ffd8ff', 0],
    ['a GIF image', '474946383761', 0],
    ['a GIF image', '474946383961', 0],
    ['a WebP image', '57454250', 8],
    ['a PDF document', '255044462d', 0],
    ['a ZIP archive (or a document or package in that format)', '504b0304', 0],
    ['a gzip archive', '1f8b', 0],
    ['an ELF program or library', '7f454c46', 0],
    ['an SQLite database', '53514c69746520666f726d6174203300', 0],
  ] as const
).map(([kind, signature, at]) => ({ kind, bytes: Buffer.from(signature, 'hex'), at }));

/**
 * What kind of binary file begins with these bytes, or undefined for text. A NUL byte decides, or a signature that no
 * UTF-8 text can begin with, never the file's name; other signatures only name the kind.
 * UTF-16 and UTF-32 with their mark are not for this function.
 */
export function binaryKindOf(head: Buffer): string | undefined {
  const found = SIGNATURES.find(({ bytes, at }) => head.subarray(at, at + bytes.length).equals(bytes));
  if (found !== undefined && !isUtf8(found.bytes)) return found.kind;
  return head.subarray(0, SAMPLE_BYTES).includes(0) ? (found?.kind ?? 'a binary file') : undefined;
}
