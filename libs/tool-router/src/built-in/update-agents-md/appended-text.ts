import type { TextFile } from '../workspace/text-file.js';

/** The file's text with `text` on lines of its own at the end, in the file's style, ended by one line ending. */
export function appendedText(file: Pick<TextFile, 'text' | 'eol'>, text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\n', file.eol);
  const before = file.text === '' || file.text.endsWith('\n') ? '' : file.eol;
  return file.text + before + lines + (lines.endsWith('\n') ? '' : file.eol);
}
