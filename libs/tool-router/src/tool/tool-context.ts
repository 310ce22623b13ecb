import type { BuiltInToolContext } from './built-in-tool-context.js';
import type { ToolSelection } from './tool-selection.js';

/** What a tool or a remote server says about a running call. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * Who asks, and what this request may do. Built by host code only; nothing in it ever comes from a model.
 * The router works on a frozen copy, so a tool can neither change it for the host nor for a sibling call.
 */
export interface ToolContext {
  /** The authenticated user; selects the user's own remote servers. Absent or blank: no user scope. */
  readonly userId?: string;
  /** Groups what lives longer than one call, such as background processes of `bash`. */
  readonly sessionId?: string;
  readonly requestId?: string;
  /** What this request may list and run. For `call`, `callAll` and the dispatcher, missing means nothing. */
  readonly allow?: ToolSelection;
  /** Overrides of the host's built-in defaults for this request (workspace, limits). */
  readonly builtIn?: Partial<BuiltInToolContext>;
  /** Cancels the calls of this request. */
  readonly signal?: AbortSignal;
  /** Longest duration of one call, in milliseconds from its start. */
  readonly deadlineMs?: number;
  readonly onProgress?: (progress: ToolProgress) => void;
}
