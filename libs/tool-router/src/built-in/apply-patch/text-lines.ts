/** A text cut into lines at LF and CRLF; `lines[i] + endings[i]` joined is the text again. */
export interface TextLines {
  readonly lines: readonly string[];
  /** The ending of each line; empty only for a last line without one. */
  readonly endings: readonly string[];
}

/** Cuts a text into lines. A final line ending starts no further line. */
export function splitLines(text: string): TextLines {
  const lines = text.split('\n');
  const isEnded = lines.at(-1) === '';
  if (isEnded) lines.pop();
  const endings = Array.from<string>({ length: lines.length }).fill('\n');
  if (!isEnded) endings[endings.length - 1] = '';
  if (text.includes('\r\n')) {
    for (const [at, line] of lines.entries()) {
      if (endings[at] === '' || !line.endsWith('\r')) continue;
      lines[at] = line.slice(0, -1);
      endings[at] = '\r\n';
    }
  }
  return { lines, endings };
}
