const SPECIAL = /[\\^$.|?*+()[\]{}#&~-]/g;
const LINE_END = '(?:\\r?\\n)';

/** What stands at a place of an expression; an escape, or the opening of a class, as one piece. */
const PIECE = /\\[^]|\[\^?\]?|[^]/gu;
/** Flags with which a plain line end in an expression says nothing. */
const VERBOSE = /\(\?[a-zA-Z]*x/;

function inExpression(pattern: string): string {
  const isVerbose = VERBOSE.test(pattern);
  let depth = 0;
  let result = '';
  for (const [piece] of pattern.matchAll(PIECE)) {
    const isLineEnd = piece === '\\n' || (piece === '\n' && !isVerbose);
    result += isLineEnd && depth === 0 ? LINE_END : piece;
    if (piece.startsWith('[')) depth++;
    else if (piece === ']' && depth > 0) depth--;
  }
  return result;
}

/**
 * An expression for a search over several lines whose line ends stand for CRLF too: files are shown with LF, whatever
 * they have. Line ends in a class stay.
 */
export function withAnyLineEnd(pattern: string, literal: boolean): string {
  return inExpression(literal ? pattern.replaceAll('\r\n', '\n').replaceAll(SPECIAL, '\\$&') : pattern);
}
