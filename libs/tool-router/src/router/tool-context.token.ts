/** Injects the request's `ToolContext`, made by the host's `contextFactory`; request-scoped. */
export const TOOL_CONTEXT = Symbol('TOOL_CONTEXT');
