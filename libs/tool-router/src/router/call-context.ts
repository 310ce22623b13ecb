import type { BuiltInToolContext } from '../tool/built-in-tool-context.js';
import type { ToolContext, ToolProgress } from '../tool/tool-context.js';
import type { ToolSelection } from '../tool/tool-selection.js';
import type { CallScope } from './call-scope.js';

/** The context that a running tool sees: the request's, with the signal of this one call. Frozen. */
export class CallContext implements ToolContext {
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  readonly requestId: string | undefined;
  readonly allow: ToolSelection | undefined;
  readonly builtIn: Partial<BuiltInToolContext> | undefined;
  readonly deadlineMs: number | undefined;
  readonly onProgress: ((progress: ToolProgress) => void) | undefined;
  readonly #scope: CallScope;

  constructor(request: ToolContext, scope: CallScope) {
    this.userId = request.userId;
    this.sessionId = request.sessionId;
    this.requestId = request.requestId;
    this.allow = request.allow;
    this.builtIn = request.builtIn;
    this.deadlineMs = request.deadlineMs;
    this.onProgress = request.onProgress;
    this.#scope = scope;
    Object.freeze(this);
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }
}
