import { patchSyntaxFailure, quoteLine } from './patch-syntax-failure.js';
import { trimBlank } from './white-space.js';

/** A line of the patch and its number in the text as given, from 1. */
export interface NumberedLine {
  readonly text: string;
  readonly number: number;
}

/** What stands between the first and the last line of the envelope. */
export interface PatchBody {
  readonly lines: readonly NumberedLine[];
  /** Number of the closing line. */
  readonly endNumber: number;
}

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const FENCE = /^(`{3,}|~{3,})[\w.+-]*$/;
const HEREDOC = /^(?:apply_patch\s+)?<<-?(['"]?)([A-Za-z_]\w*)\1$/;
const PRELUDE = /^(?:%%bash|apply_patch)$/;

function withoutBlankEnds(lines: readonly NumberedLine[]): readonly NumberedLine[] {
  const isContent = ({ text }: NumberedLine): boolean => trimBlank(text) !== '';
  return lines.slice(Math.max(0, lines.findIndex(isContent)), lines.findLastIndex(isContent) + 1);
}

/** Takes one wrapper off, or returns undefined where there is none that is known. */
function peel(lines: readonly NumberedLine[], first: string): readonly NumberedLine[] | undefined {
  if (PRELUDE.test(first)) return lines.slice(1);
  const closing = FENCE.exec(first)?.[1] ?? HEREDOC.exec(first)?.[2];
  if (closing === undefined) return undefined;
  const last = lines[lines.length - 1] as NumberedLine;
  if (lines.length > 1 && trimBlank(last.text) === closing) return lines.slice(1, -1);
  throw patchSyntaxFailure(
    last.number,
    `the wrapper opened by ${quoteLine(first)} must be closed by a last line ${quoteLine(closing)}, found ${quoteLine(last.text)}.`,
    `Leave the wrapper out: the patch goes from "${BEGIN}" to "${END}".`,
  );
}

function splitPatch(patch: string): readonly NumberedLine[] {
  return patch.split('\n').map((line, index) => {
    let end = line.length;
    while (end > 0 && line.charCodeAt(end - 1) === 13) end--;
    return { text: line.slice(0, end), number: index + 1 };
  });
}

/**
 * Finds the envelope of a patch, also inside a code fence or a here-document, whatever blanks stand around it.
 * @throws BuiltInFailure `validation`
 */
export function unwrapPatch(patch: string): PatchBody {
  let lines = withoutBlankEnds(splitPatch(patch));
  for (;;) {
    const first = lines[0];
    const last = lines[lines.length - 1];
    if (first === undefined || last === undefined) throw patchSyntaxFailure(1, `the patch has no line "${BEGIN}".`);
    const opening = trimBlank(first.text);
    if (opening === BEGIN) {
      if (lines.length > 1 && trimBlank(last.text) === END) {
        return { lines: lines.slice(1, -1), endNumber: last.number };
      }
      throw patchSyntaxFailure(
        last.number,
        `the patch must end with the line "${END}", found ${quoteLine(last.text)}.`,
      );
    }
    const peeled = peel(lines, opening);
    if (peeled === undefined) {
      throw patchSyntaxFailure(
        first.number,
        `the patch must begin with the line "${BEGIN}", found ${quoteLine(first.text)}.`,
      );
    }
    lines = withoutBlankEnds(peeled);
  }
}
