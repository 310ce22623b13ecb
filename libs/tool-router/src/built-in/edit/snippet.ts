import { headOf } from '../../text/cut-text.js';

const LINES_AROUND = 3;
const MAX_LINES = 16;
const MAX_LINE_CHARS = 200;

/** The 1-based line that an offset is in. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Numbered lines (`number`, tab, text) around a place of a text, bounded in number and length. */
export function snippetAt(text: string, start: number, end: number): string {
  let from = lineStart(text, start);
  for (let back = 0; back < LINES_AROUND && from > 0; back++) from = lineStart(text, from - 1);
  const firstLine = lineAt(text, from);
  const lastLine = Math.min(lineAt(text, end) + LINES_AROUND, firstLine + MAX_LINES - 1);
  const shown: string[] = [];
  for (let line = firstLine; line <= lastLine && from < text.length; line++) {
    const ending = text.indexOf('\n', from);
    const to = ending === -1 ? text.length : ending;
    const content = text.slice(from, to).replace(/\r$/, '');
    shown.push(`${line}\t${content.length > MAX_LINE_CHARS ? `${headOf(content, MAX_LINE_CHARS)}…` : content}`);
    from = to + 1;
  }
  return shown.join('\n');
}
