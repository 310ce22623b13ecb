export { ToolRouterModule } from './tool-router.module.js';
export {
  TOOL_ROUTER_OPTIONS,
  type ToolRouterModuleOptions,
  type ToolRouterOptionsFactory,
} from './tool-router.module-definition.js';

export { FunctionCall } from './discovery/decorators/function-call.decorator.js';
export { FunctionParameter } from './discovery/decorators/function-parameter.decorator.js';
export { FunctionRequest } from './discovery/decorators/function-request.decorator.js';
export { McpService } from './discovery/decorators/mcp-service.decorator.js';
export { McpTool } from './discovery/decorators/mcp-tool.decorator.js';
export { McpParameter } from './discovery/decorators/mcp-parameter.decorator.js';
export { CurrentContext } from './discovery/decorators/current-context.decorator.js';
export type {
  FunctionCallOptions,
  McpParameterOptions,
  McpServiceOptions,
  McpToolOptions,
} from './discovery/tool-options.js';
export type { FieldOptions, RequestOptions, TypeOption } from './schema/field-options.js';

export { ToolRouter } from './router/tool-router.js';
export { ToolDispatcher } from './router/tool-dispatcher.js';
export { RequestToolContext } from './router/request-tool-context.js';
export { Toolset, type ProjectionNote } from './router/toolset.js';
export type { ToolCandidate, ToolExplanation } from './router/tool-explanation.js';
export { currentToolContext } from './context/current-call.js';

export { ToolTrace } from './trace/tool-trace.js';
export type { TraceableToolExecutor } from './tool/traceable-tool-executor.js';
export type { ToolCallEnd, ToolCallObserver, ToolCallStart } from './tool/tool-call-events.js';

export type { ToolContext, ToolProgress } from './tool/tool-context.js';
export type { ToolSelection } from './tool/tool-selection.js';
export type { ToolCall, ToolErrorCode, ToolResult } from './tool/tool-call.js';
export type { ToolAnnotations, ToolDefinition, ToolSourceName } from './tool/tool-definition.js';
export type { JsonSchema, JsonObjectSchema } from './tool/json.js';
export type {
  AnthropicTool,
  GeminiFunctionDeclaration,
  GeminiTools,
  OpenAiResponsesTool,
  OpenAiTool,
  ProviderFormat,
} from './tool/provider-tools.js';
export type { BashSandbox, BuiltInToolContext } from './tool/built-in-tool-context.js';
export { bubblewrapSandbox } from './built-in/bash/bubblewrap-sandbox.js';
export { BuiltInTools } from './built-in/built-in-tools.js';

export { McpGateway } from './mcp/mcp-gateway.js';
export type { McpOptions } from './mcp/mcp-options.js';
export type { McpOAuthConfig, McpServerConfig, McpServerConfigs } from './mcp/definition/mcp-server-config.js';
export type { UserServerRules } from './mcp/definition/parse-options.js';
export type { McpConfigSource } from './mcp/config/mcp-config-source.js';
export { FileMcpConfigSource } from './mcp/config/file-mcp-config-source.js';
export { InMemoryMcpConfigSource } from './mcp/config/in-memory-mcp-config-source.js';
export { StaticMcpConfigSource } from './mcp/config/static-mcp-config-source.js';
export type { McpCredentialProvider } from './mcp/auth/mcp-credential-provider.js';
export type { AuthorizationKey, McpTokenStore, VersionedAuthorization } from './mcp/auth/mcp-token-store.js';
export type { StoredAuthorization } from './mcp/auth/stored-authorization.js';
export { InMemoryTokenStore } from './mcp/auth/in-memory-token-store.js';
export type { McpStatus } from './mcp/mcp-status.js';
export type { ConnectionState, ConnectionStatus } from './mcp/connection/connection-status.js';
export type { McpEvent } from './mcp/mcp-events.js';
export type { McpElicitation, McpElicitationAnswer, McpElicitationHandler } from './mcp/mcp-elicitation.js';

export { ToolRouterException } from './errors/tool-router.exception.js';
export { UnknownToolException } from './errors/unknown-tool.exception.js';
export { ToolNotAllowedException } from './errors/tool-not-allowed.exception.js';
export type { ArgumentFault } from './errors/argument-refusal.js';
export { InvalidArgumentsException } from './errors/invalid-arguments.exception.js';
export { ToolExecutionException } from './errors/tool-execution.exception.js';
export { ToolTimeoutException } from './errors/tool-timeout.exception.js';
export { ToolCancelledException } from './errors/tool-cancelled.exception.js';
export { ToolUnavailableException } from './errors/tool-unavailable.exception.js';
export { AuthRequiredException } from './errors/auth-required.exception.js';
export { ProtocolException } from './errors/protocol.exception.js';
export { CapacityException } from './errors/capacity.exception.js';
export { OutcomeUnknownException } from './errors/outcome-unknown.exception.js';
export { ShuttingDownException } from './errors/shutting-down.exception.js';
export { ToolDefinitionException } from './errors/tool-definition.exception.js';
