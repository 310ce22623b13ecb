const SAMPLE_BYTES = 8192;

const SIGNATURES: readonly (readonly [kind: string, signature: string, at: number])[] = [
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
];

/**
 * What kind of binary file begins with these bytes, or undefined for text. A NUL byte decides, never the file's name;
 * the signature only names the kind. UTF-16 and UTF-32 with their mark are not for this function.
 */
export function binaryKindOf(head: Buffer): string | undefined {
  if (!head.subarray(0, SAMPLE_BYTES).includes(0)) return undefined;
  const found = SIGNATURES.find(([, signature, at]) => {
    const bytes = Buffer.from(signature, 'hex');
    return head.subarray(at, at + bytes.length).equals(bytes);
  });
  return found?.[0] ?? 'a binary file';
}
