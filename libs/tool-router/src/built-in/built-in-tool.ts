import type { BuiltInToolContext } from '../tool/built-in-tool-context.js';
import type { ToolInvocation } from '../tool/executable-tool.js';
import type { JsonObject } from '../tool/json.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { SeenFiles } from './workspace/seen-files.js';

/** Who a call works for, and where. */
export interface BuiltInCall {
  /** Complete: the host's defaults with the request's overrides. */
  readonly context: BuiltInToolContext;
  readonly invocation: ToolInvocation;
  /** What the session of the call knows of files; absent outside of any session. */
  readonly seen?: SeenFiles;
}

/** One coding tool. */
export interface BuiltInTool {
  readonly definition: ToolDefinition;
  /**
   * Does the work and returns the result object that becomes the JSON text for the model.
   * A failure that has something to show beside its reason is returned as `{ ok: false, error: { kind, message }, … }`.
   * @param args parsed, not validated
   * @throws BuiltInFailure for everything that the model should read and act on
   */
  run(args: JsonObject, call: BuiltInCall): Promise<object>;
}
