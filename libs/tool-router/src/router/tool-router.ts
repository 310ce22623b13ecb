import {
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { currentCall, runInCall } from '../context/current-call.js';
import { freezeSelection, normaliseUserId, snapshotContext, withAllow } from '../context/context-snapshot.js';
import { ToolExecutionException } from '../errors/tool-execution.exception.js';
import { UnknownToolException } from '../errors/unknown-tool.exception.js';
import type { Exposure } from '../tool/exposure.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { OpenAiTool, ToolProjection } from '../tool/provider-tools.js';
import type { ToolCall, ToolResult } from '../tool/tool-call.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolSelection } from '../tool/tool-selection.js';
import { UNRESTRICTED } from './allowlist.js';
import { callAll } from './call-all.js';
import { reportShadowedNames } from './report-shadowed-names.js';
import type { FindTool, ToolCallRunner } from './tool-call-runner.js';
import { explainTool, type ToolExplanation } from './tool-explanation.js';
import type { ToolResolver } from './tool-resolver.js';
import { Toolset } from './toolset.js';

const HOST: ToolContext = snapshotContext({});

/** What a call needs to know about its request. */
interface Request {
  readonly context: ToolContext;
  readonly injectionScope: object | undefined;
  /** Why the host's context cannot be read: getters may throw. */
  readonly fault?: ToolExecutionException;
}

/** The front door: lists, explains and runs the tools of all sources. A singleton, whatever scope its tools have. */
export class ToolRouter implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  readonly #logger = new Logger('ToolRouter');
  /** The OpenAI shapes of the tools that an allowlist names one by one: a list is only look-ups. */
  readonly #shapes = new Map<string, OpenAiTool>();

  /** @param exploreAgain looks for annotated providers in modules that were loaded after the boot */
  constructor(
    private readonly resolver: ToolResolver,
    private readonly runner: ToolCallRunner,
    private readonly projection: ToolProjection,
    private readonly exploreAgain: () => void,
  ) {}

  onApplicationBootstrap(): void {
    // Providers that called a tool while others were still being made have seen only some of the tools.
    this.#forget();
    reportShadowedNames(this.resolver, this.#logger);
  }

  onModuleDestroy(): void {
    this.runner.close();
  }

  beforeApplicationShutdown(): void {
    this.runner.close();
  }

  /** The named functions, local MCP tools and enabled built-ins, in the order asked for; unknown names are left out. */
  getAllFunctionTools(functionNames: readonly string[]): OpenAiTool[] {
    const tools: OpenAiTool[] = [];
    for (const name of freezeSelection({ functions: functionNames }).functions ?? []) {
      const tool = this.#shapes.get(name) ?? this.#shapeOf(name);
      if (tool !== undefined && !tools.includes(tool)) tools.push(tool);
    }
    return tools;
  }

  /** Every local MCP tool. */
  getLocalMcpTools(): OpenAiTool[] {
    const local = this.resolver.sources.filter((source) => source.name === 'local-mcp');
    return this.#toOpenAI(local.flatMap((source) => source.list(UNRESTRICTED, HOST) as readonly ExecutableTool[]));
  }

  /** The tools of the named global servers; a server that cannot be reached has none. */
  getGlobalMcpTools(mcpServerIds: readonly string[]): Promise<OpenAiTool[]> {
    return this.#list({ mcpServers: inScope('global', mcpServerIds) }, HOST);
  }

  /** The tools of the user's own named servers, under the names that a call can use. */
  getUserMcpTools(mcpServerIds: readonly string[], userId: string): Promise<OpenAiTool[]> {
    return this.#list({ mcpServers: inScope('user', mcpServerIds) }, snapshotContext({ userId }));
  }

  /** The named functions and the tools of the named servers, each name once. */
  getAllTools(
    functionNames: readonly string[],
    mcpServerIds: readonly string[],
    userId?: string,
  ): Promise<OpenAiTool[]> {
    const selection = { functions: functionNames ?? [], mcpServers: mcpServerIds ?? [] };
    return this.#list(selection, snapshotContext({ userId }));
  }

  /**
   * Runs a tool for host code. Inside a request's context its allowlist holds; without any context everything exists.
   * @param argumentJson JSON text; blank means no arguments
   * @param userId calls a tool of this user's own servers, by its own or its exposed name; never falls back to others
   * @returns the text for the model
   * @throws ToolRouterException with the code of what went wrong
   */
  async invoke(name: string, argumentJson?: string, userId?: string): Promise<string> {
    const call: ToolCall = { name, arguments: argumentJson };
    const current = currentCall();
    const owner = normaliseUserId(userId);
    const context = this.#contextOfInvoke(current?.context, owner);
    const exposure = current === undefined ? UNRESTRICTED : this.resolver.expose(context.allow, context);
    const find: FindTool = (wanted) => {
      if (userId === undefined || userId === null) return this.resolver.resolve(wanted, exposure, context);
      // A call for a user never becomes one for another user, nor, where the id cannot be read, one of the host.
      if (owner === undefined || context.userId !== owner) throw new UnknownToolException(wanted);
      return this.resolver.resolveOwn(wanted, exposure, context);
    };
    const running = this.runner.open(call, context, current?.injectionScope);
    const { output } = await this.runner.run(running, find);
    if (running.failure !== undefined) throw running.failure();
    return output;
  }

  /** Runs one call of the model within a context. Never rejects: a failure is a result with a code. */
  call(call: ToolCall, context: ToolContext): Promise<ToolResult> {
    return this.#callIn(this.#request(context), call);
  }

  /** Runs the calls of one turn side by side; the results are in the order of the calls. Never rejects. */
  callAll(calls: readonly ToolCall[], context: ToolContext): Promise<readonly ToolResult[]> {
    const request = this.#request(context);
    return this.#runAll(calls, request, (call) => this.#callIn(request, call));
  }

  /**
   * The tools that a selection and the context's allowlist both expose; the selection alone where there is none.
   * Without a context, the current one holds.
   */
  async toolset(selection: ToolSelection, context?: ToolContext): Promise<Toolset> {
    const { context: outer, injectionScope, fault } = this.#request(context);
    if (fault !== undefined) throw fault;
    const exposure = this.resolver.exposeWithin(freezeSelection(selection ?? {}), outer);
    const tools = await this.resolver.list(exposure, outer);
    const request: Request = { context: withAllow(outer, this.#selectionOf(tools, exposure)), injectionScope };
    return new Toolset(tools, this.projection, {
      run: (call, find) => this.#run(call, request, find),
      runAll: (calls, run) => this.#runAll(calls, request, run),
      resolve: (name) => this.resolver.resolve(name, exposure, request.context),
    });
  }

  /** Says which tools have a name and why one of them wins; without a context, for unrestricted host code. */
  async explain(name: string, context?: ToolContext): Promise<ToolExplanation> {
    const wanted = typeof name === 'string' ? name : '';
    const given = context ?? currentCall()?.context;
    if (given === undefined) return explainTool(wanted, UNRESTRICTED, HOST, this.resolver);
    const request = snapshotContext(given);
    return explainTool(wanted, this.resolver.expose(request.allow, request), request, this.resolver);
  }

  /** Runs `fn`, and everything that it starts, within a context: `invoke` obeys it, and tools can read it. */
  runWithContext<T>(context: ToolContext, fn: () => T): T {
    return runInCall({ context: Object.freeze(snapshotContext(context)), depth: currentCall()?.depth }, fn);
  }

  /**
   * Registers the annotated providers of modules that were loaded after the boot.
   * @throws ToolDefinitionException as at boot
   */
  rescan(): void {
    this.exploreAgain();
    this.#forget();
  }

  #forget(): void {
    this.resolver.forget();
    this.#shapes.clear();
  }

  #shapeOf(name: string): OpenAiTool | undefined {
    const tool = this.resolver.named.get(name);
    const shape = tool === undefined ? undefined : this.projection.project(tool.definition, 'openai').tool;
    if (shape !== undefined) this.#shapes.set(name, shape);
    return shape;
  }

  #contextOfInvoke(current: ToolContext | undefined, owner: string | undefined): ToolContext {
    if (current === undefined) return owner === undefined ? HOST : snapshotContext({ userId: owner });
    if (owner !== undefined && current.userId === undefined) return snapshotContext({ ...current, userId: owner });
    return snapshotContext(current);
  }

  /** Untyped callers may forget the context: then the current one holds, and without any, nothing is allowed. */
  #request(given: ToolContext | undefined): Request {
    const current = currentCall();
    const context = given ?? current?.context ?? HOST;
    // The request's own dependency injection sub-tree serves only calls in the request's own context.
    const injectionScope = context === current?.context ? current.injectionScope : undefined;
    try {
      return { context: snapshotContext(context), injectionScope };
    } catch (error) {
      const fault = new ToolExecutionException('The call was not made: its request cannot be read.', { cause: error });
      return { context: HOST, injectionScope, fault };
    }
  }

  #callIn(request: Request, call: ToolCall): Promise<ToolResult> {
    const { context, fault } = request;
    return this.#run(call, request, (name) => {
      if (fault !== undefined) throw fault;
      return this.resolver.resolve(name, this.resolver.expose(context.allow, context), context);
    });
  }

  #run(call: ToolCall, { context, injectionScope }: Request, find: FindTool): Promise<ToolResult> {
    return this.runner.run(this.runner.open(call, context, injectionScope), find);
  }

  #runAll(
    calls: readonly ToolCall[],
    request: Request,
    run: (call: ToolCall) => Promise<ToolResult>,
  ): Promise<readonly ToolResult[]> {
    return callAll(calls, run, (call, error) =>
      this.#run(call, request, () => {
        throw error;
      }),
    );
  }

  async #list(selection: ToolSelection, context: ToolContext): Promise<OpenAiTool[]> {
    const exposure = this.resolver.expose(freezeSelection(selection), context);
    return this.#toOpenAI(await this.resolver.list(exposure, context));
  }

  /** The allowlist that says what a toolset holds, for the calls that its tools make themselves. */
  #selectionOf(tools: readonly ExecutableTool[], exposure: Exposure): ToolSelection {
    const named = tools.filter((tool) => this.resolver.named.get(tool.definition.name) === tool);
    // A local tool that shares its name with a function can only be allowed with its whole service.
    const services = tools.filter((tool) => tool.source === 'local-mcp' && !named.includes(tool));
    return {
      functions: named.map((tool) => tool.definition.name),
      mcpServers: [
        ...exposure.servers('user').map((id) => `user:${id}`),
        ...services.map(({ serverId }) => `local:${serverId}`),
        ...exposure.servers('global').map((id) => `global:${id}`),
      ],
    };
  }

  #toOpenAI(tools: readonly ExecutableTool[]): OpenAiTool[] {
    return tools.flatMap((tool) => this.projection.project(tool.definition, 'openai').tool ?? []);
  }
}

function inScope(scope: 'user' | 'global', ids: readonly string[] | undefined): readonly string[] {
  const { mcpServers = [] } = freezeSelection({ mcpServers: ids });
  return mcpServers.filter((id) => id !== '').map((id) => (id.startsWith(`${scope}:`) ? id : `${scope}:${id}`));
}
