import { setTimeout as delay } from 'node:timers/promises';
import { text, tool, type HttpMcpServer } from '../fixtures/http-mcp-server.js';
import { closeAll, failureOf, testGateway, testServer } from '../fixtures/test-gateway.js';

const READ_ONLY = { annotations: { readOnlyHint: true } };

afterEach(closeAll);

async function connected(tools: readonly unknown[], options = {}) {
  const server = await testServer(tools);
  const gateway = testGateway({ servers: { shop: { url: server.url, ...options } } });
  await gateway.getAvailableTools(['shop']);
  return { server, gateway };
}

function since(server: HttpMcpServer, mark: number) {
  return server.log.slice(mark).filter(({ http }) => http === 'POST');
}

describe('a session that the server forgot', () => {
  it('is replaced, and a harmless call is sent again', async () => {
    const { server, gateway } = await connected([tool('look', READ_ONLY)]);
    const mark = server.log.length;
    server.forgetSessions();
    expect(await gateway.callTool('look')).toBe('ran look');
    const later = since(server, mark);
    const old = later[0]!.session;
    expect(later.slice(0, 3).map(({ rpc }) => rpc.method)).toEqual([
      'tools/call',
      'initialize',
      'notifications/initialized',
    ]);
    expect(later[1]!.session).toBeUndefined();
    expect(later.slice(1).filter(({ session }) => session === old)).toEqual([]);
    expect(later.filter(({ rpc }) => rpc.method === 'tools/call')).toHaveLength(2);
  });

  it.each([
    ['a JSON-RPC error', { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'gone' } }, 'application/json'],
    ['a text', 'nothing here', 'text/plain'],
    ['nothing', '', 'text/plain'],
    ['a page', '<html><body>Not Found</body></html>', 'text/html'],
  ])('is recognised by the status 404 with %s as body', async (_, body, type) => {
    const { server, gateway } = await connected([tool('look', READ_ONLY)]);
    for (let round = 0; round < 2; round++) {
      const before = server.sent('initialize').length;
      server.forgetSessions();
      server.intercept = ({ session, send }) => {
        if (session === undefined || server.sessions.has(session)) return false;
        send(404, body, { 'content-type': type });
        return true;
      };
      await gateway.refreshTools('shop');
      expect(server.sent('initialize').length - before).toBe(1);
    }
  });

  it('is rebuilt once for many calls at the same time', async () => {
    const { server, gateway } = await connected([tool('look', READ_ONLY)]);
    const before = server.sent('initialize').length;
    server.forgetSessions();
    let late = 0;
    server.intercept = async ({ session }) => {
      if (session === undefined || server.sessions.has(session)) return false;
      await delay(++late * 10);
      return false;
    };
    const results = await Promise.all(Array.from({ length: 20 }, () => gateway.callTool('look')));
    expect(results).toEqual(Array.from({ length: 20 }, () => 'ran look'));
    expect(server.sent('initialize').length - before).toBe(1);
    await delay(100);
    expect(await gateway.callTool('look')).toBe('ran look');
    expect(server.sent('initialize').length - before).toBe(1);
  });

  it('leaves the outcome of a tool that writes open, and works again at once', async () => {
    const { server, gateway } = await connected([tool('order'), tool('look', READ_ONLY)]);
    server.forgetSessions();
    const failure = await failureOf(gateway.callTool('order'));
    expect(failure.code).toBe('outcome_unknown');
    expect(failure.modelMessage).toContain('may or may not have run');
    expect(server.sent('tools/call')).toHaveLength(1);
    expect(await gateway.callTool('look')).toBe('ran look');
  });

  it('lets the host have rejected calls repeated for a server', async () => {
    const { server, gateway } = await connected([tool('order')], { replayOn404: true });
    server.forgetSessions();
    expect(await gateway.callTool('order')).toBe('ran order');
  });

  it('is tried once, not for ever, where the server refuses every session', async () => {
    const { server, gateway } = await connected([tool('look', READ_ONLY)]);
    server.intercept = ({ session, send }) => {
      if (session === undefined) return false;
      send(404, '');
      return true;
    };
    const failure = await failureOf(gateway.callTool('look'));
    expect(failure.code).toBe('unavailable');
    const before = server.log.length;
    for (let call = 0; call < 20; call++) await failureOf(gateway.callTool('look'));
    expect(server.log.length - before).toBeLessThan(10);
  });
});

describe('a socket that breaks during a call', () => {
  it('runs a tool that writes once, and says that the outcome is unknown', async () => {
    const { server, gateway } = await connected([tool('order'), tool('look', READ_ONLY)]);
    let orders = 0;
    server.call = (name, _args, { res }) => {
      if (name !== 'order') return text('fine');
      orders += 1;
      res.destroy();
      return undefined;
    };
    const failure = await failureOf(gateway.callTool('order'));
    expect([failure.code, orders]).toEqual(['outcome_unknown', 1]);
    expect(await gateway.callTool('look')).toBe('fine');
  });

  it('repeats a harmless tool once', async () => {
    const { server, gateway } = await connected([tool('look', READ_ONLY)]);
    let looks = 0;
    server.call = (_name, _args, { res }) => {
      looks += 1;
      if (looks > 1) return text('second');
      res.destroy();
      return undefined;
    };
    expect(await gateway.callTool('look')).toBe('second');
  });
});

describe('the end of a session', () => {
  it('is told to the server once, with the session', async () => {
    const { server, gateway } = await connected([tool('look')]);
    await gateway.callTool('look');
    const [session] = server.sessions;
    await gateway.removeMcpServer('shop');
    const ends = server.log.filter(({ http }) => http === 'DELETE');
    expect(ends.map((end) => end.session)).toEqual([session]);
    expect(ends[0]!.headers['mcp-protocol-version']).toBe('2025-11-25');
    expect(await gateway.getAvailableTools(['shop'])).toEqual([]);
  });

  it('does not depend on the server', async () => {
    const { server, gateway } = await connected([tool('look')]);
    server.intercept = ({ http }) => http === 'DELETE';
    const begin = Date.now();
    await gateway.removeMcpServer('shop');
    expect(Date.now() - begin).toBeLessThan(6_000);
  });

  it('comes once for any number of refreshes', async () => {
    const { server, gateway } = await connected([tool('look')]);
    for (let round = 0; round < 50; round++) await gateway.refreshTools('shop');
    expect(server.sent('initialize')).toHaveLength(1);
    expect(server.sessions.size).toBe(1);
    expect(server.sent('tools/list').length).toBeLessThanOrEqual(51);
  });
});
