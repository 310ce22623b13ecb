import { patchSyntaxFailure, quoteLine } from './patch-syntax-failure.js';
import type { NumberedLine } from './unwrap-patch.js';
import { trimBlank, trimBlankEnd } from './white-space.js';

/** The line that opens a section. */
export interface PatchHeader {
  readonly kind: 'add' | 'update' | 'delete';
  readonly path: string;
}

const HEADER = /^\*\*\* (Add|Update|Delete)(?: File)?:(.*)$/s;
const MOVE = /^\*\*\* Move to:(.*)$/s;
const KINDS: Readonly<Record<string, PatchHeader['kind']>> = { Add: 'add', Update: 'update', Delete: 'delete' };

/** What a model may write where a header stands. */
export const VALID_HEADERS =
  'Valid headers: "*** Add File: path", "*** Update File: path" (then optionally "*** Move to: path"), "*** Delete File: path".';

function pathOf(text: string, line: NumberedLine): string {
  const path = trimBlank(text);
  if (path === '') throw patchSyntaxFailure(line.number, `the path is missing in ${quoteLine(line.text)}.`);
  return path;
}

/**
 * Reads a section header.
 * @returns undefined where the line is none
 * @throws BuiltInFailure `validation` for a header without a path
 */
export function readHeader(line: NumberedLine): PatchHeader | undefined {
  const [, word = '', path = ''] = HEADER.exec(trimBlank(line.text)) ?? [];
  const kind = KINDS[word];
  return kind === undefined ? undefined : { kind, path: pathOf(path, line) };
}

/** Reads the destination of a move; undefined where the line names none. Padded in front it is no such line. */
export function readMove(line: NumberedLine): string | undefined {
  const path = MOVE.exec(trimBlankEnd(line.text))?.[1];
  return path === undefined ? undefined : pathOf(path, line);
}
