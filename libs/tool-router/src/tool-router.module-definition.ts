import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { StringResults } from './discovery/result-text.js';
import type { McpOptions } from './mcp/mcp-options.js';
import type { BuiltInToolContext } from './tool/built-in-tool-context.js';
import type { ToolCallObserver } from './tool/tool-call-events.js';
import type { ToolContext } from './tool/tool-context.js';

/** What `ToolRouterModule.forRoot()` takes; everything has a default. */
export interface ToolRouterModuleOptions {
  /** Enables built-in coding tools by name; an enabled name always wins. Without it their names are free. */
  readonly builtIn?: {
    readonly tools: readonly string[];
    /** The host's defaults; a request's context may override them. */
    readonly context?: Partial<BuiltInToolContext>;
  };
  /** Remote MCP servers, global and per user. */
  readonly mcp?: McpOptions;
  /** Makes the `ToolContext` of a request for `ToolDispatcher`: from the authenticated request, never from the model. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the host knows its request's type
  readonly contextFactory?: (request: any) => ToolContext | Promise<ToolContext>;
  /** Watches every call; whatever an observer does changes no result. */
  readonly observers?: readonly ToolCallObserver[];
  /** How a text that a function or local MCP tool returns goes to the model. Default `json`. */
  readonly stringResults?: StringResults;
  /** Characters of a result's text, in UTF-16 units. Default 100000. */
  readonly maxResultChars?: number;
  /** Milliseconds that a call lasts at most where its context does not say. Default 600000. */
  readonly deadlineMs?: number;
}

/** Implemented by classes for `forRootAsync({ useClass | useExisting })`. */
export interface ToolRouterOptionsFactory {
  createToolRouterOptions(): ToolRouterModuleOptions | Promise<ToolRouterModuleOptions>;
}

export const {
  ConfigurableModuleClass: ToolRouterModuleClass,
  MODULE_OPTIONS_TOKEN: TOOL_ROUTER_OPTIONS,
  OPTIONS_TYPE,
  ASYNC_OPTIONS_TYPE,
} = new ConfigurableModuleBuilder<ToolRouterModuleOptions>({ moduleName: 'ToolRouter' })
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createToolRouterOptions')
  .setExtras({ isGlobal: true }, (definition, { isGlobal }) => ({ ...definition, global: isGlobal }))
  .build();
