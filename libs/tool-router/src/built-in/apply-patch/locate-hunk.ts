import { findAnchor, findAnchors } from './find-anchors.js';
import { ambiguousHunk, anchorNotFound, contextNotFound, overlappingHunk } from './hunk-failures.js';
import { patternOf, type HunkSite } from './hunk-site.js';
import { MATCH_LEVELS, type MatchLevel } from './match-level.js';

/** Where a hunk stands in the file. */
export interface HunkPlace {
  readonly start: number;
  /** Lines of the file that it covers: its pattern, or the pattern without a trailing empty line; 0 for an insertion. */
  readonly length: number;
  /** Where the search for the next hunk begins. */
  readonly cursor: number;
  readonly level: MatchLevel;
  /** Set where the place is another than the patch said. */
  readonly detour?: 'not at the end of the file' | 'above an earlier hunk' | 'not below its @@ lines';
}

const MAX_REPORTED = 6;

/** The place of a pattern at the strictest level that has one; a tolerant match must be the only one. */
function seek(site: HunkSite, pattern: readonly string[], from: number): HunkPlace | undefined {
  const { file, hunk } = site;
  for (const level of MATCH_LEVELS) {
    const found: number[] = [];
    if (hunk.endOfFile) {
      const tail = file.length - pattern.length;
      if (tail >= from && file.matchesAt(tail, pattern, level)) found.push(tail);
    } else {
      for (const start of file.find(pattern, level, from)) {
        found.push(start);
        if (level === 'exact' || found.length === MAX_REPORTED) break;
      }
    }
    const [start] = found;
    if (start === undefined) continue;
    if (found.length > 1) throw ambiguousHunk(site, found, level);
    return { start, length: pattern.length, cursor: start + pattern.length, level };
  }
  return undefined;
}

/** The first exact places at or below `from` that `isFree` lets pass. */
function exactPlaces(
  site: HunkSite,
  pattern: readonly string[],
  from: number,
  isFree: (start: number) => boolean,
): readonly number[] {
  const found: number[] = [];
  for (const start of site.file.find(pattern, 'exact', from)) {
    if (isFree(start)) found.push(start);
    if (found.length === MAX_REPORTED) break;
  }
  return found;
}

/** Where lines go that replace nothing: below the anchor, else to the end of the file. */
function insertion(site: HunkSite, below: number): HunkPlace {
  const { file, hunk } = site;
  const start = hunk.anchors.length > 0 && !hunk.endOfFile ? below : file.length;
  return { start, length: 0, cursor: below, level: 'exact' };
}

function withoutTrailingBlank(pattern: readonly string[]): readonly string[] {
  return pattern.at(-1) === '' ? pattern.slice(0, -1) : pattern;
}

/** Looks at and below the cursor. */
function seekForward(site: HunkSite, pattern: readonly string[], below: number): HunkPlace | undefined {
  if (pattern.length === 0) return insertion(site, below);
  const place = seek(site, pattern, below);
  if (place !== undefined) return place;
  const shorter = withoutTrailingBlank(pattern);
  if (shorter.length < pattern.length) {
    if (shorter.length === 0) return insertion(site, below);
    const shorterPlace = seek(site, shorter, below);
    if (shorterPlace !== undefined) return shorterPlace;
  }
  if (!site.hunk.endOfFile) return undefined;
  const found = exactPlaces(site, shorter, below, () => true);
  const [start] = found;
  if (start === undefined || found.length > 1) return undefined;
  const { length } = shorter;
  return { start, length, cursor: start + length, level: 'exact', detour: 'not at the end of the file' };
}

/** The only free place below the anchors as they are found from the top, for lines that go alone. */
function insertFromTop(site: HunkSite, below: number): HunkPlace | undefined {
  const { file, hunk, taken } = site;
  const place = insertion(site, below);
  const isRepeated = findAnchor(file, hunk.anchors.at(-1) ?? '', below) !== -1;
  return isRepeated || taken.meets(place.start, 0) ? undefined : { ...place, detour: 'above an earlier hunk' };
}

/**
 * Looks once more from the top, for a hunk that stands above an earlier one or above its anchor. Its place must be the
 * only exact and free one in the file, or at least below its anchors, which must be there in any case.
 */
function seekFromTop(site: HunkSite, pattern: readonly string[], cursor: number): HunkPlace | undefined {
  const { file, hunk, taken } = site;
  const anchors = findAnchors(file, hunk.anchors, 0);
  if ('missing' in anchors) return undefined;
  const { below } = anchors;
  const shorter = withoutTrailingBlank(pattern);
  const { length } = shorter;
  if (length === 0) return insertFromTop(site, below);
  const isFree = (at: number): boolean => !taken.meets(at, length);
  const anywhere = exactPlaces(site, shorter, 0, isFree);
  const found = anywhere.length > 1 && below > 0 ? exactPlaces(site, shorter, below, isFree) : anywhere;
  const [start] = found;
  if (start === undefined) return undefined;
  if (found.length > 1) throw contextNotFound(site, pattern, below, found);
  const detour = start < cursor ? 'above an earlier hunk' : 'not below its @@ lines';
  return { start, length, cursor: start + length, level: 'exact', detour };
}

/**
 * Finds the place of a hunk: below the cursor at four levels, then once more from the top.
 * @param cursor the line below the hunk before it
 * @throws BuiltInFailure `context_not_found`, `ambiguous`, `overlap`
 */
export function locateHunk(site: HunkSite, cursor: number): HunkPlace {
  const pattern = patternOf(site.hunk);
  const anchors = findAnchors(site.file, site.hunk.anchors, cursor);
  const place = 'missing' in anchors ? undefined : seekForward(site, pattern, anchors.below);
  if (place !== undefined) {
    if (site.taken.meets(place.start, place.length)) throw overlappingHunk(site, place.start, place.length);
    return place;
  }
  const above = seekFromTop(site, pattern, cursor);
  if (above !== undefined) return above;
  throw 'missing' in anchors
    ? anchorNotFound(site, anchors.missing, anchors.from)
    : contextNotFound(site, pattern, anchors.below, []);
}
