import type { ExecutableTool } from '../tool/executable-tool.js';

/** The remote tools of one kind that one request may use. */
export interface RemoteTools {
  readonly tools: readonly ExecutableTool[];
  /** The tool of this exposed name. */
  find(name: string): ExecutableTool | undefined;
  /** The exposed names that a plain name could stand for where several servers offer it. */
  candidates(plainName: string): readonly string[];
}
