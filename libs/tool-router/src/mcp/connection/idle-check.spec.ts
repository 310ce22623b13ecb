import { HttpMcpServer, tool } from '../fixtures/http-mcp-server.js';
import { closeAll, closeLater, testGateway, testServer } from '../fixtures/test-gateway.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

afterEach(async () => {
  await closeAll();
  vi.useRealTimers();
});

async function idle() {
  const server = await testServer([tool('a')]);
  const gateway = testGateway({ servers: { api: { url: server.url } } });
  await gateway.getAvailableTools(['api']);
  const [connection] = gateway.getStatus().connections;
  return { server, gateway, since: connection!.since, status: () => gateway.getStatus().connections[0]! };
}

async function untilPings(server: { sent(method: string): readonly unknown[] }, count: number): Promise<void> {
  await vi.waitFor(() => expect(server.sent('ping')).toHaveLength(count));
}

describe('an idle connection', () => {
  it('is fine when the server does not know pings', async () => {
    const { server, since, status } = await idle();
    server.intercept = ({ rpc, send }) => {
      if (rpc.method !== 'ping') return false;
      send(200, { jsonrpc: '2.0', id: rpc.id, error: { code: -32601, message: 'Method not found' } });
      return true;
    };
    for (let round = 1; round <= 3; round++) {
      vi.advanceTimersByTime(60_000);
      await untilPings(server, round);
    }
    expect(status()).toMatchObject({ state: 'connected', since });
    expect(server.sent('initialize')).toHaveLength(1);
  });

  it('whose session is gone is opened anew, with a new list', async () => {
    const { server, status } = await idle();
    server.forgetSessions();
    server.tools = [tool('a'), tool('b')];
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() => expect(status()).toMatchObject({ state: 'connected', tools: 2 }));
  });

  it('whose server is gone is repaired when the server is back', async () => {
    const { server, status } = await idle();
    const port = await server.stop();
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() => expect(status().state).toBe('backoff'));
    const again = closeLater(await new HttpMcpServer().start(port));
    again.tools = [tool('c')];
    await vi.waitFor(() => expect(status()).toMatchObject({ state: 'connected', tools: 1 }), { timeout: 5_000 });
  });
});
