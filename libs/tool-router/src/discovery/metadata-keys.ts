/** Keys of the metadata that the decorators write and only the accessor reads. */
export const FUNCTION_CALL = 'tool-router:function-call';
export const MCP_SERVICE = 'tool-router:mcp-service';
export const MCP_TOOLS = 'tool-router:mcp-tools';
export const MCP_PARAMETERS = 'tool-router:mcp-parameters';
