import { BuiltInFailure } from '../built-in-failure.js';
import { HunkReader } from './parse-hunks.js';
import { readHeader, readMove, VALID_HEADERS, type PatchHeader } from './patch-header.js';
import type { PatchOperation, UpdateOperation } from './patch-operation.js';
import { patchSyntaxFailure, quoteLine } from './patch-syntax-failure.js';
import { unwrapPatch, type NumberedLine } from './unwrap-patch.js';
import { trimBlank } from './white-space.js';

const ADD_LINES = 'Every line of a new file starts with "+", an empty one is "+" alone. ';

/** The lines of a patch with a place in them. */
interface LineCursor {
  readonly lines: readonly NumberedLine[];
  next: number;
}

function addedLines(path: string, header: NumberedLine, cursor: LineCursor): readonly string[] {
  const added: string[] = [];
  for (let line = cursor.lines[cursor.next]; line?.text.startsWith('+'); line = cursor.lines[++cursor.next]) {
    added.push(line.text.slice(1));
  }
  const next = cursor.lines[cursor.next];
  // Any other line is refused where it stands, which says more.
  if (added.length === 0 && (next === undefined || trimBlank(next.text) === '' || readHeader(next) !== undefined)) {
    throw patchSyntaxFailure(
      header.number,
      `the new file ${quoteLine(path)} has no lines.`,
      'Begin each of its lines with "+"; for an empty file use write_file.',
    );
  }
  return added;
}

function updateOf(path: string, header: NumberedLine, cursor: LineCursor): UpdateOperation {
  const first = cursor.lines[cursor.next];
  const moveTo = first === undefined ? undefined : readMove(first);
  if (moveTo !== undefined) cursor.next++;
  const reader = new HunkReader();
  for (let line = cursor.lines[cursor.next]; line !== undefined && reader.take(line);) {
    line = cursor.lines[++cursor.next];
  }
  const hunks = reader.finish();
  if (hunks.length === 0 && moveTo === undefined) {
    throw patchSyntaxFailure(
      header.number,
      `the update of ${quoteLine(path)} has no hunks.`,
      'Add "@@" and the changed lines.',
    );
  }
  return { kind: 'update', path, hunks, ...(moveTo === undefined ? {} : { moveTo }) };
}

function operationOf(header: PatchHeader, line: NumberedLine, cursor: LineCursor): PatchOperation {
  const { kind, path } = header;
  if (kind === 'update') return updateOf(path, line, cursor);
  return kind === 'add' ? { kind, path, lines: addedLines(path, line, cursor) } : { kind, path };
}

/**
 * Reads a patch text, with the slips that models make and that leave no doubt about what is meant.
 * @throws BuiltInFailure `validation` with the line of the patch and what may stand there; `limit` for too many sections
 */
export function parsePatch(patch: string, maxOperations: number): readonly PatchOperation[] {
  const body = unwrapPatch(patch);
  const cursor: LineCursor = { lines: body.lines, next: 0 };
  const operations: PatchOperation[] = [];
  for (let line = cursor.lines[cursor.next]; line !== undefined; line = cursor.lines[cursor.next]) {
    cursor.next++;
    if (trimBlank(line.text) === '') continue;
    const header = readHeader(line);
    if (header === undefined) {
      const advice = operations.at(-1)?.kind === 'add' ? ADD_LINES : '';
      throw patchSyntaxFailure(
        line.number,
        `expected a file header, found ${quoteLine(line.text)}.`,
        advice + VALID_HEADERS,
      );
    }
    if (operations.length === maxOperations) {
      throw new BuiltInFailure('limit', `The patch has more than ${maxOperations} operations.`, 'Split it.');
    }
    operations.push(operationOf(header, line, cursor));
  }
  if (operations.length > 0) return operations;
  throw patchSyntaxFailure(body.endNumber, 'the patch has no operation.', VALID_HEADERS);
}
