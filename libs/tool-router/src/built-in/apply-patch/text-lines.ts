/** A text cut into lines at LF and CRLF; `lines[i] + endings[i]` joined is the text again. */
export interface TextLines {
  readonly lines: readonly string[];
  /** The ending of each line; empty only for a last line without one. */
  readonly endings: readonly string[];
}

/** Cuts a text into lines. A final line ending starts no further line. */
export function splitLines(text: string): TextLines {
  const lines: string[] = [];
  const endings: string[] = [];
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    if (feed === -1) {
      lines.push(text.slice(start));
      endings.push('');
      break;
    }
    const isCrlf = feed > start && text.charCodeAt(feed - 1) === 13;
    lines.push(text.slice(start, isCrlf ? feed - 1 : feed));
    endings.push(isCrlf ? '\r\n' : '\n');
    start = feed + 1;
  }
  return { lines, endings };
}
