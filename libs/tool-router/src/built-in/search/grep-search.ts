/** What a search answers with: lines, the files that have any, or how many lines each file has. */
export type GrepMode = 'content' | 'files' | 'count';

/** One search, checked and ready for an engine; a plain value that a worker can take. */
export interface GrepSearch {
  readonly pattern: string;
  readonly literal: boolean;
  readonly caseInsensitive: boolean;
  readonly multiline: boolean;
  /** Lines around each matching line. */
  readonly context: number;
  readonly mode: GrepMode;
  /** Rows to find, from the first in the order of path and line. */
  readonly wanted: number;
  /** Absolute real folder that paths start from; ignore files above it do not count. */
  readonly anchor: string;
  /** What to search: a path from the anchor with `/`, empty for the anchor itself. */
  readonly target: string;
  readonly targetIsFile: boolean;
  /** Globs without braces, checked; one of them has to match a file's path from the anchor or from the target. */
  readonly include?: readonly string[];
}

/** One answer of a search; `line` and what follows are absent in the modes that do not show lines. */
export interface GrepRow {
  /** From the anchor, with `/`. */
  readonly file: string;
  readonly line?: number;
  readonly text?: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** Matching lines of the file, in the mode `count`. */
  readonly count?: number;
}

/** Files that were not searched, or not shown. */
export interface SkippedFiles {
  readonly binary?: number;
  readonly unreadable?: number;
  readonly tooLarge?: number;
}

/** What an engine found. */
export interface GrepFindings {
  /** In order; at most as many as were wanted. */
  readonly rows: readonly GrepRow[];
  /** Absent where the engine did not look at everything, or does not count. */
  readonly filesSearched?: number;
  readonly skipped: SkippedFiles;
  readonly warnings: readonly string[];
}
