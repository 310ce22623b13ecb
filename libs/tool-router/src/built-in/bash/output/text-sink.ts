/**
 * A piece of text. Bytes stand for ASCII characters: most output is that, and what of it is not kept need not become a
 * string first. Length, `slice` and `lastIndexOf` mean the same for both.
 */
export type TextPiece = string | Buffer;

/** Takes the readable text of one output stream. */
export interface TextSink {
  append(text: TextPiece): void;
  /** The program draws the current line again: what the stream wrote since its last line end is void. */
  eraseLine(): void;
}

/** The part of a piece between two positions; bytes are not copied. */
export function partOf(piece: TextPiece, from: number, to?: number): TextPiece {
  return typeof piece === 'string' ? piece.slice(from, to) : piece.subarray(from, to);
}

/** A piece as a string. */
export function textOf(piece: TextPiece): string {
  return typeof piece === 'string' ? piece : piece.toString('latin1');
}
