import { Inject, Injectable, Scope } from '@nestjs/common';
import { ContextIdFactory, ModuleRef, REQUEST } from '@nestjs/core';
import { snapshotContext } from '../context/context-snapshot.js';
import { runInCall } from '../context/current-call.js';
import type { OpenAiTool } from '../tool/provider-tools.js';
import type { ToolCall, ToolResult } from '../tool/tool-call.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolSelection } from '../tool/tool-selection.js';
import { TOOL_CONTEXT } from './tool-context.token.js';
import { ToolRouter } from './tool-router.js';
import type { Toolset } from './toolset.js';

/**
 * The router for one request: bound to the context that the host's `contextFactory` made from it. Request-scoped tools
 * that it calls live in the request's own dependency injection sub-tree.
 */
@Injectable({ scope: Scope.REQUEST })
export class ToolDispatcher {
  /** Who asks and what the request may do. Frozen. */
  readonly context: ToolContext;
  readonly #injectionScope: object;

  constructor(
    @Inject(TOOL_CONTEXT) context: ToolContext,
    @Inject(REQUEST) request: object | undefined,
    private readonly router: ToolRouter,
    moduleRef: ModuleRef,
  ) {
    // Without an allowlist a request may do nothing: a selection of the caller must not stand in for one.
    this.context = snapshotContext({ ...context, allow: context?.allow ?? {} });
    this.#injectionScope = subTreeOf(request ?? this.context, moduleRef);
  }

  /** What the request may show to the model, in the OpenAI shape. */
  async tools(): Promise<readonly OpenAiTool[]> {
    return (await this.toolset()).toOpenAI();
  }

  /** The tools of the request, or of the part of them that `selection` names. */
  toolset(selection?: ToolSelection): Promise<Toolset> {
    return this.#inRequest(() => this.router.toolset(selection ?? this.context.allow ?? {}, this.context));
  }

  /**
   * Runs a tool that the request may use.
   * @throws ToolRouterException with the code of what went wrong
   */
  invoke(name: string, argumentJson?: string): Promise<string> {
    return this.#inRequest(() => this.router.invoke(name, argumentJson));
  }

  /** Runs one call of the model. Never rejects. */
  call(call: ToolCall): Promise<ToolResult> {
    return this.#inRequest(() => this.router.call(call, this.context));
  }

  /** Runs the calls of one turn side by side; the results are in the order of the calls. Never rejects. */
  callAll(calls: readonly ToolCall[]): Promise<readonly ToolResult[]> {
    return this.#inRequest(() => this.router.callAll(calls, this.context));
  }

  #inRequest<T>(run: () => T): T {
    return runInCall({ context: this.context, injectionScope: this.#injectionScope }, run);
  }
}

/** The key of a request's sub-tree: the one that Nest attached to it, else a new one in which it can be injected. */
function subTreeOf(request: object, moduleRef: ModuleRef): object {
  const scope = ContextIdFactory.getByRequest(request as Record<string, unknown>);
  const isAttached = ContextIdFactory.getByRequest(request as Record<string, unknown>) === scope;
  if (!isAttached) moduleRef.registerRequestByContextId(request, scope);
  return scope;
}
