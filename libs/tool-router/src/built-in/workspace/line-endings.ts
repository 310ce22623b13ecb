/** The line endings of a text: only LF and CRLF end a line, every other character is ordinary. */
export interface LineEndings {
  /** The ending of the first line, LF where there is none. */
  readonly eol: '\n' | '\r\n';
  /** `none`: a text without any line ending. */
  readonly lineEnding: 'lf' | 'crlf' | 'mixed' | 'none';
  readonly hasFinalNewline: boolean;
}

/** Looks at every line ending of a text. */
export function lineEndingsOf(text: string): LineEndings {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) crlf++;
    else lf++;
  }
  const first = text.indexOf('\n');
  const lineEnding = crlf > 0 && lf > 0 ? 'mixed' : crlf > 0 ? 'crlf' : lf > 0 ? 'lf' : 'none';
  return {
    eol: first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n',
    lineEnding,
    hasFinalNewline: text.endsWith('\n'),
  };
}

/** The number of lines: a final line without an ending counts, a final ending starts no further line. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}
