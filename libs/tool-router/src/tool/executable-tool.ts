import type { JsonObject } from './json.js';
import type { ToolContext, ToolProgress } from './tool-context.js';
import type { ToolDefinition, ToolSourceName } from './tool-definition.js';

/** One call as the tool sees it. */
export interface ToolInvocation {
  readonly callId: string;
  /** Frozen. `context.signal` is the request's; use `signal` below, which ends with the call. */
  readonly context: ToolContext;
  /** Fires when the call is cancelled or its time is over. Made on first use: reading it costs, not reading is free. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left until the deadline, or undefined where there is none. */
  readonly remainingMs: number | undefined;
  /** Passes progress to the host; guarded, never throws. */
  readonly reportProgress: (progress: ToolProgress) => void;
  /** The key of the request's own dependency injection sub-tree, where the call has one. */
  readonly injectionScope?: object;
}

/** What running a tool produced. A failed one is a value here when the tool itself reports the failure. */
export interface ToolOutcome {
  /** The text for the model. */
  readonly text: string;
  /** The tool ran and reports that it failed (`tool_error`). */
  readonly isError?: boolean;
  /** The tool's own finer reason for a failure. */
  readonly errorKind?: string;
  /** The unflattened answer, for the host only. */
  readonly raw?: unknown;
  /** The tool cut its own text. */
  readonly truncated?: boolean;
}

/** A tool of any source: what the model is told, and how it runs. */
export interface ExecutableTool {
  readonly definition: ToolDefinition;
  readonly source: ToolSourceName;
  /** The id of the server or service that an allowlist names; absent for built-ins and functions. */
  readonly serverId?: string;
  /** Where the tool comes from, for `explain()` and the developer: a class name, or the server and its own tool name. */
  readonly origin: string;
  /**
   * Runs the tool. `args` is a parsed JSON object, not yet validated, owned by the call.
   * @throws ToolRouterException for refused arguments and failures of the way to the tool
   */
  execute(args: JsonObject, invocation: ToolInvocation): ToolOutcome | Promise<ToolOutcome>;
}
