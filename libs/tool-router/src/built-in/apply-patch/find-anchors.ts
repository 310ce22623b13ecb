import { MATCH_LEVELS, normalizeLine } from './match-level.js';
import type { SearchableLines } from './searchable-lines.js';
import { trimBlank } from './white-space.js';

/** Where the anchors of a hunk lead. */
export type AnchorSearch = { readonly below: number } | { readonly missing: string; readonly from: number };

/** The first line at or below `from` that an anchor names, at the strictest level that has one; -1 for none. */
export function findAnchor(file: SearchableLines, anchor: string, from: number): number {
  const trimmed = trimBlank(anchor); // A model indents an anchor or does not; blanks around it are never meant.
  for (const level of MATCH_LEVELS) {
    const view = file.view(level);
    const wanted = normalizeLine[level](trimmed);
    const verbatim = level === 'exact' ? anchor : wanted;
    let at = from;
    while (at < view.length && view[at] !== wanted && view[at] !== verbatim) at++;
    file.budget.spend(at - from + 1);
    if (at < view.length) return at;
  }
  return -1;
}

/** Finds each anchor below the one before it. `below` is the first line under the last one, `from` without anchors. */
export function findAnchors(file: SearchableLines, anchors: readonly string[], from: number): AnchorSearch {
  let below = from;
  for (const anchor of anchors) {
    const index = findAnchor(file, anchor, below);
    if (index === -1) return { missing: anchor, from: below };
    below = index + 1;
  }
  return { below };
}
