/** What one operation did to one path, as planned. */
export interface PlannedChange {
  readonly operation: 'add' | 'update' | 'delete' | 'move';
  /** The path in results; the destination of a move. */
  readonly path: string;
  readonly real: string;
  /** The source of a move. */
  readonly from?: { readonly path: string; readonly real: string };
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly notes: readonly string[];
}
