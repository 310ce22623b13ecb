import { setTimeout as delay } from 'node:timers/promises';
import { HttpMcpServer, text, tool } from './fixtures/http-mcp-server.js';
import { closeAll, closeLater, failureOf, invocation, testGateway, testServer } from './fixtures/test-gateway.js';
import type { ExecutableTool, ToolInvocation } from '../tool/executable-tool.js';
import type { McpGateway } from './mcp-gateway.js';

const LOCAL = { userServers: { allowPrivate: true, allowHttp: true } };
const DEAD = 'http://127.0.0.1:9/mcp';

afterEach(closeAll);

function stateOf(gateway: McpGateway, id: string) {
  return gateway.getStatus().connections.find(({ serverId }) => serverId === id)!;
}

async function run(one: ExecutableTool, more: Partial<ToolInvocation> = {}): Promise<string> {
  return (await one.execute({}, invocation(more))).text;
}

async function names(gateway: McpGateway, ...ids: string[]): Promise<string[]> {
  return (await gateway.getAvailableTools(ids)).map((one) => one.function.name);
}

describe('connecting', () => {
  it('happens on first use, and only to the servers of the request', async () => {
    const [used, unused] = await Promise.all([testServer([tool('a')]), testServer([tool('b')])]);
    const gateway = testGateway({ servers: { used: { url: used.url }, unused: { url: unused.url } } });
    await gateway.onApplicationBootstrap();
    expect([used.log, unused.log]).toEqual([[], []]);
    expect(await names(gateway, 'used')).toEqual(['a']);
    expect(unused.log).toEqual([]);
    expect(stateOf(gateway, 'unused').state).toBe('idle');
  });

  it('is one attempt for everybody who waits, and no caller ends it for the others', async () => {
    const server = await testServer([tool('a')]);
    server.intercept = async ({ rpc }) => {
      if (rpc.method === 'initialize') await delay(200);
      return false;
    };
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    const { tools } = await gateway.projectGlobal(['api']);
    server.forgetSessions();
    await failureOf(gateway.callTool('a'));
    const impatient = new AbortController();
    const first = failureOf(run(tools[0]!, { signal: impatient.signal }));
    const others = Array.from({ length: 5 }, () => run(tools[0]!));
    setTimeout(() => impatient.abort(), 50);
    expect((await first).code).toBe('cancelled');
    expect(await Promise.all(others)).toEqual(Array.from({ length: 5 }, () => 'ran a'));
    expect(server.sent('initialize')).toHaveLength(2);
  });

  it('of a dead server delays neither the boot nor other servers, and recovers by itself', async () => {
    const port = await (await new HttpMcpServer().start()).stop();
    const healthy = await testServer([tool('fine')]);
    const gateway = testGateway({
      servers: { dead: { url: `http://127.0.0.1:${port}/mcp` }, healthy: { url: healthy.url } },
    });
    await gateway.onApplicationBootstrap();
    expect(await names(gateway, 'dead', 'healthy')).toEqual(['fine']);
    expect(stateOf(gateway, 'dead')).toMatchObject({
      state: 'backoff',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    expect(stateOf(gateway, 'dead').nextAttemptAt).toBeInstanceOf(Date);
    const server = closeLater(await new HttpMcpServer().start(port));
    server.tools = [tool('back')];
    await vi.waitFor(() => expect(stateOf(gateway, 'dead').state).toBe('connected'), { timeout: 5_000 });
    expect(await names(gateway, 'dead')).toEqual(['back']);
  });

  it('fails the boot for a server that is required', async () => {
    const gateway = testGateway({ servers: { needed: { url: DEAD, required: true } } });
    await expect(gateway.onApplicationBootstrap()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('during a pause fails at once and says when it is tried again', async () => {
    const gateway = testGateway({ servers: { dead: { url: DEAD } }, backoffStartMs: 60_000 });
    const server = await testServer([tool('a')]);
    await names(gateway, 'dead');
    const begin = Date.now();
    expect(await names(gateway, 'dead')).toEqual([]);
    expect(Date.now() - begin).toBeLessThan(50);
    await gateway.addMcpServer('live', { url: server.url });
    const { tools } = await gateway.projectGlobal(['live']);
    await server.stop();
    await failureOf(run(tools[0]!));
    await failureOf(run(tools[0]!));
    const failure = await failureOf(run(tools[0]!));
    expect(failure).toMatchObject({ code: 'unavailable', retryable: true });
    expect(failure.modelMessage).toMatch(/"live" is not available now\. It is tried again in \d+ s/);
    expect(failure.modelMessage).not.toContain('127.0.0.1');
  });

  it('keeps secrets out of states and errors', async () => {
    const gateway = testGateway({
      servers: {
        query: { url: `${DEAD}?key=qqqq-secret` },
        header: { url: DEAD, headers: { 'x-key': 'hhhh-secret' } },
        env: { command: 'no-such-program', args: [], env: { KEY: 'eeee-secret' } },
      },
    });
    await names(gateway, 'query', 'header', 'env');
    expect(JSON.stringify(gateway.getStatus())).not.toContain('secret');
  });
});

describe('a ping of the server', () => {
  it('is answered', async () => {
    const server = await testServer([tool('a')]);
    server.notifications = true;
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    await names(gateway, 'api');
    await vi.waitFor(() => expect(server.openStreams).toBe(1));
    server.request(77, 'ping');
    await vi.waitFor(() =>
      expect(server.log.map(({ rpc }) => rpc)).toContainEqual({ jsonrpc: '2.0', id: 77, result: {} }),
    );
  });
});

describe('the cancelling of a call', () => {
  it('is told to the server and looks different from a timeout', async () => {
    const server = await testServer([tool('slow'), tool('fast')]);
    server.call = async (name) => {
      if (name === 'slow') await delay(2_000, undefined, { ref: false });
      return text(name);
    };
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    const listed = await gateway.projectGlobal(['api']);
    const find = (name: string): ExecutableTool => listed.find(name)!;
    const controller = new AbortController();
    const cancelled = failureOf(run(find('slow'), { signal: controller.signal }));
    const other = run(find('slow'), { remainingMs: 5_000 });
    await vi.waitFor(() => expect(server.sent('tools/call')).toHaveLength(2));
    const begin = Date.now();
    controller.abort(null);
    const failure = await cancelled;
    expect(Date.now() - begin).toBeLessThan(200);
    expect(failure.code).toBe('cancelled');
    await vi.waitFor(() => expect(server.sent('notifications/cancelled')).toHaveLength(1));
    const [notice] = server.sent('notifications/cancelled');
    expect(notice!.rpc.params).toEqual({
      requestId: server.sent('tools/call')[0]!.rpc.id,
      reason: 'The caller cancelled the request.',
    });
    const late = await failureOf(run(find('slow'), { remainingMs: 100 }));
    expect(late.code).toBe('timeout');
    expect(await other).toBe('slow');
    const count = server.log.length;
    const before = await failureOf(run(find('fast'), { signal: AbortSignal.abort() }));
    expect([before.code, server.log.length]).toEqual(['cancelled', count]);
    expect(before.modelMessage).toContain('was not run');
    expect(stateOf(gateway, 'api').state).toBe('connected');
  });
});

describe('clients of users', () => {
  async function users(options: Parameters<typeof testGateway>[0], ...ids: string[]) {
    const server = await testServer([tool('work')]);
    server.call = async (_name, { ms }) => {
      await delay(Number(ms ?? 0));
      return text('done');
    };
    const gateway = testGateway({ ...LOCAL, ...options });
    for (const id of ids) await gateway.addUserMcpServer(id, 'box', { url: server.url });
    const open = (): string[] =>
      gateway
        .getStatus()
        .connections.filter(({ state }) => state === 'connected')
        .map(({ userId }) => userId!);
    return { server, gateway, open };
  }

  it('are closed after a time without use, which begins at the end of a call', async () => {
    const { server, gateway, open } = await users({ idleTimeoutMs: 300 }, 'u1');
    await gateway.getUserAvailableTools(['box'], 'u1');
    expect(await gateway.callUserTool('u1', 'work', { ms: 700 })).toBe('done');
    expect(open()).toEqual(['u1']);
    await delay(150);
    expect(open()).toEqual(['u1']);
    await vi.waitFor(() => expect(open()).toEqual([]), { timeout: 2_000 });
    await vi.waitFor(() => expect(server.sessions.size).toBe(0));
    const before = server.log.length;
    expect(await gateway.getUserAvailableTools(['box'], 'u1')).toHaveLength(1);
    expect(server.log).toHaveLength(before);
    expect(stateOf(gateway, 'box')).toMatchObject({ state: 'idle', stale: true, tools: 1 });
    expect(await gateway.callUserTool('u1', 'work')).toBe('done');
    expect(server.sent('initialize')).toHaveLength(2);
  });

  it('give way to others when there are too many, the longest unused one first, and never in a call', async () => {
    const { gateway, open } = await users({ maxUserClients: 2 }, 'u1', 'u2', 'u3', 'u4');
    for (const id of ['u1', 'u2', 'u1', 'u3']) await gateway.callUserTool(id, 'work');
    expect(open()).toEqual(['u1', 'u3']);
    const running = ['u1', 'u3'].map((id) => gateway.callUserTool(id, 'work', { ms: 400 }));
    await delay(50);
    expect((await failureOf(gateway.callUserTool('u2', 'work'))).code).toBe('capacity');
    expect(await Promise.all(running)).toEqual(['done', 'done']);
    expect(await gateway.callUserTool('u2', 'work')).toBe('done');
  });

  it('are counted per user too', async () => {
    const { server, gateway, open } = await users({ maxUserClientsPerUser: 2 }, 'u1', 'u2');
    for (const id of ['a', 'b', 'c']) await gateway.addUserMcpServer('u1', id, { url: server.url });
    await gateway.callUserTool('u2', 'work');
    await gateway.getUserAvailableTools(['a'], 'u1');
    await gateway.getUserAvailableTools(['b'], 'u1');
    await gateway.getUserAvailableTools(['c'], 'u1');
    expect(open().toSorted()).toEqual(['u1', 'u1', 'u2']);
  });

  it('of a template are forgotten when too many users came by', async () => {
    const server = await testServer([tool('work')]);
    const gateway = testGateway({ maxUserClients: 2, servers: { box: { url: server.url, scope: 'user' } } });
    for (let id = 0; id < 15; id++) await gateway.getUserAvailableTools(['box'], `user${id}`);
    expect(gateway.getStatus().connections.length).toBeLessThanOrEqual(10);
    expect(await gateway.callUserTool('user0', 'work')).toBe('ran work');
  });
});

describe('a changed server', () => {
  it('is connected before it takes the place of the old one, whose calls end', async () => {
    const [old, fresh] = await Promise.all([testServer([tool('a')]), testServer([tool('b')])]);
    old.call = async () => {
      await delay(300);
      return text('from the old one');
    };
    const gateway = testGateway({ servers: { api: { url: old.url } } });
    await names(gateway, 'api');
    const running = gateway.callTool('a');
    await vi.waitFor(() => expect(old.sent('tools/call')).toHaveLength(1));
    await gateway.addMcpServer('api', { url: fresh.url });
    expect(await names(gateway, 'api')).toEqual(['b']);
    expect(await gateway.callTool('b')).toBe('ran b');
    expect(await running).toBe('from the old one');
    await vi.waitFor(() => expect(old.sessions.size).toBe(0));
    expect(old.sent('tools/call')).toHaveLength(1);
  });

  it('that cannot be reached leaves the old one in place until it can', async () => {
    const old = await testServer([tool('a')]);
    const port = await (await new HttpMcpServer().start()).stop();
    const gateway = testGateway({ servers: { api: { url: old.url } } });
    await names(gateway, 'api');
    await expect(gateway.addMcpServer('api', { url: `http://127.0.0.1:${port}/mcp` })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await gateway.callTool('a')).toBe('ran a');
    const late = closeLater(await new HttpMcpServer().start(port));
    late.tools = [tool('b')];
    await vi.waitFor(async () => expect(await names(gateway, 'api')).toEqual(['b']), { timeout: 5_000 });
    await vi.waitFor(() => expect(old.sessions.size).toBe(0));
  });

  it('that says the same is not connected anew', async () => {
    const server = await testServer([tool('a')]);
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    await names(gateway, 'api');
    await gateway.addMcpServer('api', { type: 'auto', url: server.url, headers: {} });
    expect(await gateway.callTool('a')).toBe('ran a');
    expect(server.sent('initialize')).toHaveLength(1);
  });

  it('that is removed while it is connected does not come back', async () => {
    const server = await testServer([tool('a')]);
    server.intercept = async ({ rpc }) => {
      if (rpc.method === 'initialize') await delay(300);
      return false;
    };
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    const listing = names(gateway, 'api');
    await delay(100);
    await gateway.removeMcpServer('api');
    expect(await listing).toEqual([]);
    await delay(500);
    expect(gateway.getStatus().connections).toEqual([]);
    await vi.waitFor(() => expect(server.sessions.size).toBe(0));
    const other = await testServer([tool('b')]);
    await gateway.addMcpServer('api', { url: server.url });
    void names(gateway, 'api');
    await gateway.removeMcpServer('api');
    await gateway.addMcpServer('api', { url: other.url });
    expect(await names(gateway, 'api')).toEqual(['b']);
    await vi.waitFor(() => expect(server.sessions.size).toBe(0));
  });
});
