import type { PlannedChange } from './planned-change.js';

/** One operation as the model and the host read it. */
export interface FileChange {
  /** The destination for a move. */
  readonly path: string;
  readonly operation: PlannedChange['operation'];
  /** The source of a move. */
  readonly movedFrom?: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

/** The answer to an applied patch. */
export interface PatchResult {
  readonly filesChanged: number;
  readonly operationsApplied: number;
  /** Files whose bytes or place on the disk changed. */
  readonly changedFiles: readonly string[];
  readonly fileChanges: readonly FileChange[];
  /** One line per operation: `A`, `M`, `D` or `R` and the path. */
  readonly summary: readonly string[];
  readonly notes?: readonly string[];
}

const LETTERS: Readonly<Record<PlannedChange['operation'], string>> = { add: 'A', update: 'M', delete: 'D', move: 'R' };

function fileChange({ path, operation, from, linesAdded, linesRemoved }: PlannedChange): FileChange {
  return { path, operation, ...(from === undefined ? {} : { movedFrom: from.path }), linesAdded, linesRemoved };
}

function summaryLine({ path, operation, from }: PlannedChange): string {
  return from === undefined ? `${LETTERS[operation]} ${path}` : `${LETTERS[operation]} ${from.path} -> ${path}`;
}

/** Words the outcome of a patch. @param changed real paths that differ from before */
export function patchResult(changes: readonly PlannedChange[], changed: ReadonlySet<string>): PatchResult {
  const named = changes.flatMap(({ path, real, from }) => [...(from === undefined ? [] : [from]), { path, real }]);
  const byReal = new Map(named.filter(({ real }) => changed.has(real)).map(({ path, real }) => [real, path]));
  const notes = changes.flatMap((change) => change.notes);
  if (byReal.size === 0) notes.push('Nothing was changed: the files are already as the patch leaves them.');
  return {
    filesChanged: byReal.size,
    operationsApplied: changes.length,
    changedFiles: [...byReal.values()],
    fileChanges: changes.map(fileChange),
    summary: [...new Set(changes.map(summaryLine))],
    ...(notes.length === 0 ? {} : { notes }),
  };
}
