import { BuiltInFailure, type BuiltInFailureKind } from '../built-in-failure.js';
import { findAnchor } from './find-anchors.js';
import type { HunkSite } from './hunk-site.js';
import { LEVEL_WORDS, normalizeLine, type MatchLevel } from './match-level.js';
import { nearestPlace } from './nearest-place.js';
import { quoteLine } from './patch-syntax-failure.js';
import { trimBlank } from './white-space.js';

const REREAD = 'Read the file again and quote its lines exactly, blanks included.';

function failure(site: HunkSite, kind: BuiltInFailureKind, problem: string, hint: string): BuiltInFailure {
  const { shown, number, hunk } = site;
  return new BuiltInFailure(kind, `${shown}, hunk ${number} (patch line ${hunk.patchLine}): ${problem}`, hint);
}

function lineNumbers(starts: readonly number[]): string {
  return starts.map((start) => start + 1).join(', ');
}

function rangeWords(start: number, end: number): string {
  return end - start > 1 ? `lines ${start + 1}-${end}` : `line ${start + 1}`;
}

/** Nothing is like the pattern: tells at least what stands where the search began. */
function noPlaceWords({ file }: HunkSite, pattern: readonly string[], from: number): string {
  const expected = quoteLine(pattern.find((line) => trimBlank(line) !== '') ?? '');
  const found = file.lines[from];
  const there = found === undefined ? 'nothing stands there' : `line ${from + 1} has ${quoteLine(found)}`;
  return `Expected ${expected}; no line is like it, ${there}.`;
}

/** What the file has at the likely place, and where it parts from the patch. */
function nearestWords(site: HunkSite, pattern: readonly string[], from: number): string {
  const { file } = site;
  const start = nearestPlace(file, pattern);
  if (start === undefined) return noPlaceWords(site, pattern, from);
  const view = file.view('typography');
  const range = rangeWords(start, Math.min(start + pattern.length, file.length));
  const at = pattern.findIndex((line, index) => view[start + index] !== normalizeLine.typography(line));
  if (at === -1) {
    const problem = site.taken.meets(start, pattern.length)
      ? 'which an earlier hunk of this section covers'
      : start < from
        ? `above line ${from + 1}`
        : 'neither exactly nor at the end of the file';
    return `They stand at ${range}, ${problem}.`;
  }
  const found = file.lines[start + at];
  const difference =
    found === undefined
      ? `the file ends before line ${start + at + 1}`
      : `line ${start + at + 1} differs, found ${quoteLine(found)}`;
  return `The nearest place is ${range}: ${difference}, expected ${quoteLine(pattern[at] ?? '')}.`;
}

/**
 * The lines of a hunk stand nowhere that they may.
 * @param below index of the first line that was searched
 * @param above places above that are free but more than one
 */
export function contextNotFound(
  site: HunkSite,
  pattern: readonly string[],
  below: number,
  above: readonly number[],
): BuiltInFailure {
  const where = below === 0 ? 'in the file' : `below line ${below}`;
  if (above.length > 1) {
    const elsewhere = `they stand at more than one other place, lines ${lineNumbers(above)}.`;
    return site.hunk.endOfFile
      ? failure(
          site,
          'context_not_found',
          `its lines are not at the end of the file; ${elsewhere}`,
          'Leave "*** End of File" out and quote more lines around the change.',
        )
      : failure(
          site,
          'context_not_found',
          `its lines were not found in order; ${elsewhere}`,
          'Put the hunks in the order of the file, or quote more lines around the change.',
        );
  }
  const last = site.hunk.anchors.at(-1);
  const repeats = last !== undefined && trimBlank(last) === trimBlank(pattern[0] ?? '');
  const advice = repeats ? 'The line after @@ must not be repeated as the first line of the hunk. ' : '';
  return failure(
    site,
    'context_not_found',
    `its lines were not found ${where}. ${nearestWords(site, pattern, below)}`,
    advice + REREAD,
  );
}

/** A line that a hunk names after `@@` is not in the file, or not below the one before it. */
export function anchorNotFound(site: HunkSite, anchor: string, from: number): BuiltInFailure {
  const elsewhere = from === 0 ? -1 : findAnchor(site.file, anchor, 0);
  const where = from === 0 ? 'in the file' : `below line ${from}`;
  const rest = elsewhere === -1 ? nearestWords(site, [anchor], from) : `It stands above, at line ${elsewhere + 1}.`;
  return failure(
    site,
    'context_not_found',
    `the line ${quoteLine(anchor)} named after @@ was not found ${where}. ${rest}`,
    'After @@ write one whole line of the file that stands above the change.',
  );
}

/** A tolerant match that is not the only one. */
export function ambiguousHunk(site: HunkSite, starts: readonly number[], level: MatchLevel): BuiltInFailure {
  return failure(
    site,
    'ambiguous',
    `its lines stand nowhere exactly, and overlooking ${LEVEL_WORDS[level]} at more than one place: lines ${lineNumbers(starts)}.`,
    'Quote the lines exactly, quote more of them, or name a line above them after @@.',
  );
}

/** A hunk whose place an earlier hunk of the section has taken. */
export function overlappingHunk(site: HunkSite, start: number, length: number): BuiltInFailure {
  return failure(
    site,
    'overlap',
    `it meets ${rangeWords(start, start + length)}, which an earlier hunk of this section covers.`,
    'Make one hunk of the two, or put them in the order of the file.',
  );
}
