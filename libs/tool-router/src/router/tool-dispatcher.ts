import { Inject, Injectable, Scope } from '@nestjs/common';
import { ContextIdFactory, ModuleRef, REQUEST } from '@nestjs/core';
import { currentCall, runInCall } from '../context/current-call.js';
import type { OpenAiTool } from '../tool/provider-tools.js';
import type { ToolCall, ToolResult } from '../tool/tool-call.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolSelection } from '../tool/tool-selection.js';
import { RequestToolContext } from './request-tool-context.js';
import type { ToolExplanation } from './tool-explanation.js';
import { ToolRouter } from './tool-router.js';
import type { Toolset } from './toolset.js';

/**
 * The router for one request: bound to the context that the host's `contextFactory` makes from it. Request-scoped tools
 * that it calls live in the request's own dependency injection sub-tree. Every method rejects with what the
 * `contextFactory` throws; apart from that, `call` and `callAll` never reject.
 */
@Injectable({ scope: Scope.REQUEST })
export class ToolDispatcher {
  readonly #injectionScope: object;

  constructor(
    @Inject(REQUEST) request: object | undefined,
    private readonly requestContext: RequestToolContext,
    private readonly router: ToolRouter,
    moduleRef: ModuleRef,
  ) {
    this.#injectionScope = subTreeOf(request ?? requestContext, moduleRef);
  }

  /** Who asks and what the request may do. Frozen. */
  context(): Promise<ToolContext> {
    return this.requestContext.get();
  }

  /** What the request may show to the model, in the OpenAI shape. */
  async tools(): Promise<OpenAiTool[]> {
    return (await this.toolset()).toOpenAI();
  }

  /** The tools of the request, or of the part of them that `selection` names. */
  toolset(selection?: ToolSelection): Promise<Toolset> {
    return this.#inRequest((context) => this.router.toolset(selection ?? context.allow ?? {}, context));
  }

  /**
   * Runs a tool that the request may use.
   * @throws ToolRouterException with the code of what went wrong
   */
  invoke(name: string, argumentJson?: string): Promise<string> {
    return this.#inRequest(() => this.router.invoke(name, argumentJson));
  }

  /** Runs one call of the model. */
  call(call: ToolCall): Promise<ToolResult> {
    return this.#inRequest((context) => this.router.call(call, context));
  }

  /** Runs the calls of one turn side by side; the results are in the order of the calls. */
  callAll(calls: readonly ToolCall[]): Promise<readonly ToolResult[]> {
    return this.#inRequest((context) => this.router.callAll(calls, context));
  }

  /** Says which tools have a name in this request and why one of them wins. */
  explain(name: string): Promise<ToolExplanation> {
    return this.#inRequest((context) => this.router.explain(name, context));
  }

  async #inRequest<T>(run: (context: ToolContext) => Promise<T>): Promise<T> {
    const context = await this.requestContext.get();
    const call = { context, injectionScope: this.#injectionScope, depth: currentCall()?.depth };
    return await runInCall(call, () => run(context));
  }
}

/** The key of a request's sub-tree: the one that Nest attached to it, else a new one in which it can be injected. */
function subTreeOf(request: object, moduleRef: ModuleRef): object {
  const scope = ContextIdFactory.getByRequest(request as Record<string, unknown>);
  const isAttached = ContextIdFactory.getByRequest(request as Record<string, unknown>) === scope;
  if (!isAttached) moduleRef.registerRequestByContextId(request, scope);
  return scope;
}
