import type { Hunk } from './patch-operation.js';
import type { SearchableLines } from './searchable-lines.js';
import type { TakenRanges } from './taken-ranges.js';

/** A hunk together with the file that it is about. */
export interface HunkSite {
  readonly file: SearchableLines;
  readonly hunk: Hunk;
  readonly taken: TakenRanges;
  /** The file in messages. */
  readonly shown: string;
  /** The place of the hunk in its section, from 1. */
  readonly number: number;
}

/** The lines that must stand in the file: context and removed ones, in order. */
export function patternOf(hunk: Hunk): readonly string[] {
  return hunk.lines.filter(({ kind }) => kind !== 'add').map(({ text }) => text);
}
