import { DiscoveryModule, DiscoveryService } from '@golevelup/nestjs-discovery';
import { Inject, Module, type BeforeApplicationShutdown, type DynamicModule } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { CodingToolSet } from './built-in/coding-tool-set.js';
import { ToolExplorer } from './discovery/tool.explorer.js';
import { McpGateway } from './mcp/mcp-gateway.js';
import { CONTEXT_FACTORY, RequestToolContext, type ContextFactory } from './router/request-tool-context.js';
import { ToolCallRunner } from './router/tool-call-runner.js';
import { ToolDispatcher } from './router/tool-dispatcher.js';
import { ToolResolver } from './router/tool-resolver.js';
import { ToolRouter } from './router/tool-router.js';
import { createToolProjection } from './schema/dialects/tool-projection.js';
import { BuiltInSource } from './sources/built-in.source.js';
import { FunctionSource } from './sources/function.source.js';
import { GlobalMcpSource } from './sources/global-mcp.source.js';
import { LocalMcpSource } from './sources/local-mcp.source.js';
import { UserMcpSource } from './sources/user-mcp.source.js';
import {
  ASYNC_OPTIONS_TYPE,
  OPTIONS_TYPE,
  TOOL_ROUTER_OPTIONS,
  ToolRouterModuleClass,
  type ToolRouterModuleOptions,
} from './tool-router.module-definition.js';
import { ObserverFanout } from './trace/observer-fanout.js';
import { ToolSpans } from './trace/tool-spans.js';

const DEFAULT_MAX_RESULT_CHARS = 100_000;
const DEFAULT_DEADLINE_MS = 600_000;

/** Wires the five sources to the router: the one place that knows them all. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    {
      provide: ToolExplorer,
      inject: [ModulesContainer, DiscoveryService, TOOL_ROUTER_OPTIONS],
      useFactory: (modules: ModulesContainer, discovery: DiscoveryService, options: ToolRouterModuleOptions) =>
        new ToolExplorer(modules, discovery, options.stringResults ?? 'json'),
    },
    {
      provide: CodingToolSet,
      inject: [TOOL_ROUTER_OPTIONS],
      useFactory: ({ builtIn }: ToolRouterModuleOptions) => new CodingToolSet(builtIn?.tools ?? [], builtIn?.context),
    },
    {
      provide: McpGateway,
      inject: [TOOL_ROUTER_OPTIONS],
      useFactory: ({ mcp, maxResultChars }: ToolRouterModuleOptions) =>
        new McpGateway({ ...(maxResultChars === undefined ? {} : { maxResultChars }), ...mcp }),
    },
    {
      provide: ToolRouter,
      inject: [ToolExplorer, CodingToolSet, McpGateway, TOOL_ROUTER_OPTIONS],
      useFactory: (
        explorer: ToolExplorer,
        codingTools: CodingToolSet,
        gateway: McpGateway,
        options: ToolRouterModuleOptions,
      ) =>
        new ToolRouter(
          new ToolResolver([
            new BuiltInSource(codingTools),
            new UserMcpSource(gateway),
            new LocalMcpSource(explorer),
            new FunctionSource(explorer),
            new GlobalMcpSource(gateway),
          ]),
          new ToolCallRunner(
            new ObserverFanout(options.observers ?? []),
            {
              maxResultChars: options.maxResultChars ?? DEFAULT_MAX_RESULT_CHARS,
              deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
            },
            new ToolSpans(),
          ),
          createToolProjection(),
          () => explorer.explore(),
        ),
    },
    {
      provide: CONTEXT_FACTORY,
      inject: [TOOL_ROUTER_OPTIONS],
      useFactory: ({ contextFactory }: ToolRouterModuleOptions): ContextFactory => contextFactory ?? (() => ({})),
    },
    RequestToolContext,
    ToolDispatcher,
  ],
  exports: [ToolRouter, ToolDispatcher, RequestToolContext, McpGateway],
})
export class ToolRouterModule extends ToolRouterModuleClass implements BeforeApplicationShutdown {
  constructor(@Inject(CodingToolSet) private readonly codingTools: CodingToolSet) {
    super();
  }

  /** Registers the router, by default for every module of the application. */
  static override forRoot(options: typeof OPTIONS_TYPE = {}): DynamicModule {
    return super.forRoot(options);
  }

  /** The same with options that are injected or awaited. */
  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    return super.forRootAsync(options);
  }

  /** Ends the background processes of `bash`, with their whole groups. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.codingTools.shutdown();
  }
}
