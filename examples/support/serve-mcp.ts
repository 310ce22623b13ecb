import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** A little MCP server on the loopback: it stands for one that is somewhere else. */
export interface ServedMcp {
  readonly url: string;
  close(): void;
}

/** Serves one tool without arguments; its answer may depend on the headers of the request. */
export async function serveMcp(
  tool: { readonly name: string; description: string },
  answer: (headers: IncomingHttpHeaders) => string,
): Promise<ServedMcp> {
  const http = createServer((request, response) => {
    const server = new McpServer({ name: 'example', version: '1.0.0' });
    server.registerTool(tool.name, { description: tool.description }, () => ({
      content: [{ type: 'text', text: answer(request.headers) }],
    }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    void server.connect(transport).then(() => transport.handleRequest(request, response));
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo;
  const close = () => {
    http.closeAllConnections();
    http.close();
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}
