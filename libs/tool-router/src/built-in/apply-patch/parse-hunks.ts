import type { Hunk, HunkLine } from './patch-operation.js';
import { readHeader, VALID_HEADERS } from './patch-header.js';
import { patchSyntaxFailure, quoteLine } from './patch-syntax-failure.js';
import type { NumberedLine } from './unwrap-patch.js';
import { trimBlank, trimBlankEnd } from './white-space.js';

const RANGE_HEADER = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@(?: |$)/;
const SIGNS: Readonly<Record<string, HunkLine['kind']>> = { ' ': 'context', '-': 'remove', '+': 'add' };

interface OpenHunk {
  readonly anchors: string[];
  readonly lines: HunkLine[];
  readonly patchLine: number;
  /** Whether a line with a sign was seen: empty lines alone may be mere spacing. */
  signed: boolean;
  endOfFile: boolean;
}

function open(patchLine: number): OpenHunk {
  return { anchors: [], lines: [], patchLine, signed: false, endOfFile: false };
}

/** Empty lines without an anchor between sections say nothing about the file. */
function isSpacing(hunk: OpenHunk): boolean {
  return !hunk.signed && hunk.lines.length > 0 && hunk.anchors.length === 0 && !hunk.endOfFile;
}

function anchorOf(line: NumberedLine): string | undefined {
  if (RANGE_HEADER.test(line.text)) return undefined; // Line numbers of a model are no evidence.
  if (trimBlankEnd(line.text) === '@@') return undefined;
  if (line.text.startsWith('@@ ')) return line.text.slice(3);
  throw patchSyntaxFailure(line.number, `a hunk opens with "@@" or "@@ text", found ${quoteLine(line.text)}.`);
}

function hunkLine(line: NumberedLine): HunkLine {
  if (line.text === '') return { kind: 'context', text: '' };
  const kind = SIGNS[line.text.charAt(0)];
  if (kind !== undefined) return { kind, text: line.text.slice(1) };
  throw patchSyntaxFailure(
    line.number,
    `a line of a hunk starts with " ", "-" or "+", found ${quoteLine(line.text)}.`,
    'Put a blank before each unchanged line, "-" before a removed and "+" before an added one.',
  );
}

/** Reads the hunks of one Update section and stops at the header of the next. */
export class HunkReader {
  private readonly hunks: Hunk[] = [];
  private current: OpenHunk | undefined;
  private ended = false;

  /**
   * Takes the next line of the section.
   * @returns false where the line belongs to the next section
   * @throws BuiltInFailure `validation`
   */
  take(line: NumberedLine): boolean {
    if (line.text.startsWith('***')) return this.marker(line);
    if (line.text.startsWith('@@')) this.opening(line);
    else if (!this.ended) this.content(line);
    else if (trimBlank(line.text) !== '') {
      throw patchSyntaxFailure(line.number, 'after "*** End of File" a further hunk needs its own "@@" line.');
    }
    return true;
  }

  /** The hunks of the section, when its last line was taken. */
  finish(): readonly Hunk[] {
    this.close();
    return this.hunks;
  }

  private marker(line: NumberedLine): boolean {
    if (trimBlankEnd(line.text) === '*** End of File') {
      if (this.current === undefined) throw patchSyntaxFailure(line.number, '"*** End of File" must follow a hunk.');
      this.current.endOfFile = true;
      this.close();
      this.ended = true;
      return true;
    }
    if (readHeader(line) !== undefined) return false;
    const problem = line.text.startsWith('*** Move to:')
      ? '"*** Move to:" must directly follow its "*** Update File:" line.'
      : `unknown header ${quoteLine(line.text)}.`;
    throw patchSyntaxFailure(line.number, problem, `${VALID_HEADERS} After a hunk also "*** End of File".`);
  }

  private opening(line: NumberedLine): void {
    // Anchors in a row belong to one hunk; the first line after them closes the row.
    if (this.current === undefined || this.current.lines.length > 0) {
      this.close();
      this.current = open(line.number);
    }
    this.ended = false;
    const anchor = anchorOf(line);
    if (anchor !== undefined && trimBlank(anchor) !== '') this.current.anchors.push(anchor);
  }

  private content(line: NumberedLine): void {
    this.current ??= open(line.number);
    this.current.lines.push(hunkLine(line));
    if (line.text !== '') this.current.signed = true;
  }

  private close(): void {
    const hunk = this.current;
    this.current = undefined;
    if (hunk === undefined || isSpacing(hunk)) return;
    if (hunk.lines.length === 0) throw patchSyntaxFailure(hunk.patchLine, 'the hunk that opens here has no lines.');
    const { anchors, lines, endOfFile, patchLine } = hunk;
    this.hunks.push({ anchors, lines, endOfFile, patchLine });
  }
}
