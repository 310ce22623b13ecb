import { setTimeout as delay } from 'node:timers/promises';
import { tool } from '../fixtures/http-mcp-server.js';
import { SseMcpServer } from '../fixtures/sse-mcp-server.js';
import { closeAll, closeLater, failureOf, testGateway, testServer } from '../fixtures/test-gateway.js';

const READ_ONLY = { annotations: { readOnlyHint: true } };

afterEach(closeAll);

async function sseServer(): Promise<SseMcpServer> {
  const server = closeLater(await new SseMcpServer().start());
  server.tools = [tool('look', READ_ONLY), tool('write')];
  return server;
}

describe('an HTTP+SSE server', () => {
  it('is listed and called, with the headers on every request, also after a new stream', async () => {
    const server = await sseServer();
    const headers = { 'X-Api-Key': 'k-123456', authorization: 'Bearer t-123456' };
    const gateway = testGateway({ servers: { old: { type: 'sse', url: server.url, headers } } });
    expect(await gateway.getAvailableTools(['old'])).toHaveLength(2);
    server.dropStreams();
    await vi.waitFor(() => expect(gateway.getStatus().connections[0]!.stale).toBe(true));
    expect(await gateway.callTool('look')).toBe('ran look');
    expect(server.opened).toBe(2);
    for (const request of server.log) {
      expect(request.headers['x-api-key']).toBe('k-123456');
      expect(request.headers['authorization']).toBe('Bearer t-123456');
    }
  });

  it.each(['destroy', 'end'] as const)('is initialized anew when its stream is gone (%s)', async (how) => {
    const server = await sseServer();
    const gateway = testGateway({ servers: { old: { type: 'sse', url: server.url } } });
    await gateway.callTool('look');
    server.dropStreams(how);
    await vi.waitFor(() => expect(gateway.getStatus().connections[0]!.stale).toBe(true));
    expect(await gateway.callTool('look')).toBe('ran look');
    expect(server.log.filter(({ method }) => method === 'initialize')).toHaveLength(2);
    expect(server.openStreams).toBe(1);
  });

  it('is initialized anew when it announces a second endpoint', async () => {
    const server = await sseServer();
    const gateway = testGateway({ servers: { old: { type: 'sse', url: server.url } } });
    await gateway.callTool('look');
    server.announceAgain();
    await vi.waitFor(() => expect(gateway.getStatus().connections[0]!.stale).toBe(true));
    expect(await gateway.callTool('look')).toBe('ran look');
    expect(server.openStreams).toBe(1);
  });

  it('that never names its endpoint is given up after the time for connecting', async () => {
    const silent = await sseServer();
    silent.faults.silent = true;
    const healthy = await testServer([tool('fine')]);
    const gateway = testGateway({
      connectTimeoutMs: 500,
      backoffStartMs: 10_000,
      servers: { silent: { type: 'sse', url: silent.url }, healthy: { url: healthy.url } },
    });
    const begin = Date.now();
    const tools = await gateway.getAvailableTools(['silent', 'healthy']);
    expect(Date.now() - begin).toBeLessThan(1_500);
    expect(tools.map((one) => one.function.name)).toEqual(['fine']);
    await vi.waitFor(() => expect(silent.openStreams).toBe(0));
    await delay(300);
    expect(silent.log).toHaveLength(1);
  });

  it('may not send its messages elsewhere', async () => {
    const inner = await testServer([]);
    const server = await sseServer();
    server.faults.endpoint = new URL(inner.url).origin;
    const gateway = testGateway({ servers: { old: { type: 'sse', url: server.url } } });
    expect(await gateway.getAvailableTools(['old'])).toEqual([]);
    expect(inner.log).toEqual([]);
  });

  it('fails a call at once for a broken reply', async () => {
    const server = await sseServer();
    const gateway = testGateway({ servers: { old: { type: 'sse', url: server.url } } });
    await gateway.getAvailableTools(['old']);
    server.faults.reply = ({ method }) => (method === 'tools/call' ? { result: [] } : undefined);
    expect((await failureOf(gateway.callTool('write'))).code).toBe('protocol');
    server.faults.reply = undefined;
    expect(await gateway.callTool('write')).toBe('ran write');
  });

  it('is not tried again after it was removed while a new attempt was planned', async () => {
    const server = await sseServer();
    const gateway = testGateway({ servers: { old: { type: 'sse', url: server.url } } });
    await gateway.getAvailableTools(['old']);
    const port = await server.stop();
    await vi.waitFor(() => expect(gateway.getStatus().connections[0]!.state).toBe('backoff'));
    await gateway.removeMcpServer('old');
    const again = await new SseMcpServer().start(port);
    closeLater(again);
    await delay(500);
    expect(again.log).toEqual([]);
  });
});

describe('a server of unknown kind', () => {
  it('is asked for Streamable HTTP first, and what worked is remembered', async () => {
    const server = await sseServer();
    const gateway = testGateway({ servers: { old: { url: server.url } } });
    expect(await gateway.getAvailableTools(['old'])).toHaveLength(2);
    expect(server.log[0]).toMatchObject({ http: 'POST', method: 'initialize' });
    const posts = (): number => server.log.filter(({ method }) => method === 'initialize').length;
    expect(posts()).toBe(2);
    server.dropStreams();
    await vi.waitFor(() => expect(gateway.getStatus().connections[0]!.stale).toBe(true));
    expect(await gateway.callTool('look')).toBe('ran look');
    expect(posts()).toBe(3);
  });

  it.each([500, 401, 403])('is not tried with SSE after the status %i', async (status) => {
    const server = await testServer([]);
    server.intercept = ({ send }) => {
      send(status, 'no');
      return true;
    };
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    await gateway.getAvailableTools(['api']);
    expect(server.log.map(({ http }) => http)).toEqual(['POST']);
    expect(gateway.getStatus().connections[0]!.state).toBe(status === 401 ? 'auth_required' : 'backoff');
  });
});

describe('the version of the protocol', () => {
  it.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s is told in every request after initialize',
    async (version) => {
      const server = await testServer([tool('look')]);
      server.version = version;
      server.notifications = true;
      const gateway = testGateway({ servers: { api: { type: 'http', url: server.url } } });
      await gateway.callTool('look');
      await vi.waitFor(() => expect(server.openStreams).toBe(1));
      await gateway.removeMcpServer('api');
      const versions = server.log.map(({ headers }) => headers['mcp-protocol-version']);
      expect(versions[0]).toBeUndefined();
      expect(new Set(versions.slice(1))).toEqual(new Set([version]));
      expect(server.methods).toContain('GET');
      expect(server.methods).toContain('DELETE');
    },
  );

  it.each([
    ['HTTP 400', 400, 'Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26, 2024-11-05)'],
    ['a JSON-RPC error', 200, undefined],
  ])('is offered in an older one to a server that refuses the newest with %s', async (_, status, body) => {
    const server = await testServer([tool('look')]);
    server.version = '2025-06-18';
    server.intercept = ({ rpc, send }) => {
      if (rpc.method !== 'initialize' || rpc.params?.['protocolVersion'] === '2025-06-18') return false;
      const data = { supported: ['2024-11-05', '2025-06-18'], requested: '2025-11-25' };
      const error = { code: -32602, message: 'Unsupported protocol version', data };
      send(status, body ?? { jsonrpc: '2.0', id: rpc.id, error });
      return true;
    };
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    expect(await gateway.callTool('look')).toBe('ran look');
    expect(server.sent('initialize')).toHaveLength(2);
  });

  it('that only the server knows ends in a state that names it, with few attempts', async () => {
    const server = await testServer([]);
    server.intercept = ({ send }) => {
      send(400, 'Unsupported version. This server speaks 2026-07-28 only.');
      return true;
    };
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    await gateway.getAvailableTools(['api']);
    expect(gateway.getStatus().connections[0]).toMatchObject({
      state: 'incompatible',
      reason: expect.stringContaining('2026-07-28'),
    });
    await delay(400);
    expect(server.log).toHaveLength(1);
  });
});
