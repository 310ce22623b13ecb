import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** A remote MCP server of one user, somewhere else: here on a port of its own. */
export interface NotesServer {
  readonly url: string;
  close(): void;
}

/** Serves the private notes of one user over Streamable HTTP. */
export async function startNotesServer(notes: readonly string[]): Promise<NotesServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const http: HttpServer = createServer((request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? transports.get(id) : undefined;
    void (known === undefined ? open(notes, transports) : Promise.resolve(known)).then((transport) =>
      transport.handleRequest(request, response),
    );
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const close = () => {
    http.closeAllConnections();
    http.close();
  };
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, close };
}

async function open(
  notes: readonly string[],
  transports: Map<string, StreamableHTTPServerTransport>,
): Promise<StreamableHTTPServerTransport> {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.registerTool('read_notes', { description: 'Reads the private notes' }, () => ({
    content: [{ type: 'text', text: notes.join('\n') }],
  }));
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  await server.connect(transport);
  return transport;
}
