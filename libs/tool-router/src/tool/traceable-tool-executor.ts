/**
 * A tool that can tell what it did in its last call, beside the text for the model.
 * The router reads `lastTrace()` right after the call, in the same asynchronous context.
 */
export interface TraceableToolExecutor {
  lastTrace(): unknown;
}
