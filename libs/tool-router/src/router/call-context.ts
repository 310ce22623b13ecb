import type { BuiltInToolContext } from '../tool/built-in-tool-context.js';
import type { ToolInvocation } from '../tool/executable-tool.js';
import type { ToolContext, ToolProgress } from '../tool/tool-context.js';
import type { ToolSelection } from '../tool/tool-selection.js';
import type { CallScope } from './call-scope.js';

/** The context that a running tool sees: the request's, with the signal of this one call. Frozen. */
export class CallContext implements ToolContext {
  readonly userId?: string;
  readonly sessionId?: string;
  readonly requestId?: string;
  readonly allow?: ToolSelection;
  readonly builtIn?: Partial<BuiltInToolContext>;
  readonly deadlineMs?: number;
  readonly onProgress?: (progress: ToolProgress) => void;
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

/** One call as its tool sees it. */
export class CallInvocation implements ToolInvocation {
  constructor(
    readonly callId: string,
    readonly context: ToolContext,
    readonly injectionScope: object | undefined,
    private readonly scope: CallScope,
  ) {}

  get signal(): AbortSignal {
    return this.scope.signal;
  }

  get remainingMs(): number {
    return this.scope.remainingMs;
  }

  readonly reportProgress = (progress: ToolProgress): void => {
    try {
      const answer: unknown = this.context.onProgress?.(progress);
      if (answer instanceof Promise) answer.catch(() => undefined);
    } catch {
      // Progress is a courtesy to the host: its own fault must not fail the call.
    }
  };
}
