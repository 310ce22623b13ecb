/** One line of a hunk, without its sign. */
export interface HunkLine {
  readonly kind: 'context' | 'remove' | 'add';
  readonly text: string;
}

/** One change inside a file: where it is, what stands there, and what shall stand there. */
export interface Hunk {
  /** Texts of lines above the change, outermost first; each is searched below the one before. */
  readonly anchors: readonly string[];
  readonly lines: readonly HunkLine[];
  /** The change is at the end of the file. */
  readonly endOfFile: boolean;
  /** Number of the hunk's first line in the patch text, from 1. */
  readonly patchLine: number;
}

/** Creates a file. */
export interface AddOperation {
  readonly kind: 'add';
  readonly path: string;
  readonly lines: readonly string[];
}

/** Removes a file. */
export interface DeleteOperation {
  readonly kind: 'delete';
  readonly path: string;
}

/** Changes a file, moves it, or both. */
export interface UpdateOperation {
  readonly kind: 'update';
  readonly path: string;
  readonly moveTo?: string;
  readonly hunks: readonly Hunk[];
}

/** What one section of a patch asks for. */
export type PatchOperation = AddOperation | DeleteOperation | UpdateOperation;
