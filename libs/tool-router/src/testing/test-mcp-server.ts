import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';

/** A tool of a test server: its descriptor and what it answers. */
export interface TestMcpTool {
  readonly name: string;
  readonly description?: string;
  /** An object without declared properties where it is missing. */
  readonly inputSchema?: Tool['inputSchema'];
  /** A text, or a whole result of the protocol. */
  readonly answer: (
    args: Record<string, unknown>,
    signal: AbortSignal,
  ) => string | CallToolResult | Promise<string | CallToolResult>;
}

/** How a test server answers. */
export interface TestMcpServerOptions {
  /** Answers as event streams instead of JSON. */
  readonly asStream?: boolean;
}

/** A real MCP server over Streamable HTTP on a free port of the loopback, and what it saw. */
export interface TestMcpServer {
  readonly url: string;
  readonly calls: { readonly name: string; readonly args: Record<string, unknown> }[];
  /** Requests of any kind, with their headers. */
  readonly requests: { readonly method: string; readonly headers: IncomingMessage['headers'] }[];
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts an MCP server in this process, for tests of applications that use remote tools. Register it with
 * `{ url: server.url }`; for users' own servers allow it with `userServers: { allowHttp: true, allowPrivate: true }`.
 */
export async function startTestMcpServer(
  tools: readonly TestMcpTool[],
  { asStream = false }: TestMcpServerOptions = {},
): Promise<TestMcpServer> {
  const calls: TestMcpServer['calls'] = [];
  const requests: TestMcpServer['requests'] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer((request, response) => {
    requests.push({ method: request.method ?? '', headers: request.headers });
    void handle(request, response, sessions, asStream, () => protocolServer(tools, calls)).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, calls, requests, close: () => stop(http) };
}

/** Each session gets a protocol server of its own, as the SDK demands. */
async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Map<string, StreamableHTTPServerTransport>,
  asStream: boolean,
  create: () => Server,
): Promise<void> {
  const id = request.headers['mcp-session-id'];
  const known = typeof id === 'string' ? sessions.get(id) : undefined;
  if (known !== undefined) return await known.handleRequest(request, response);
  if (id !== undefined) {
    response.writeHead(404).end();
    return;
  }
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    enableJsonResponse: !asStream,
    onsessioninitialized: (sessionId) => void sessions.set(sessionId, transport),
  });
  await create().connect(transport);
  await transport.handleRequest(request, response);
}

function protocolServer(tools: readonly TestMcpTool[], calls: TestMcpServer['calls']): Server {
  const server = new Server({ name: 'test', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: inputSchema ?? { type: 'object' as const },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const args = params.arguments ?? {};
    calls.push({ name: params.name, args });
    const answer = await tools.find((tool) => tool.name === params.name)?.answer(args, signal);
    return typeof answer === 'string' ? { content: [{ type: 'text', text: answer }] } : (answer ?? { content: [] });
  });
  return server;
}

async function stop(http: HttpServer): Promise<void> {
  http.closeAllConnections();
  await new Promise<void>((resolve) => {
    http.close(() => resolve());
  });
}
