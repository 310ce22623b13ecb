import { setTimeout as delay } from 'node:timers/promises';
import { text, tool } from './fixtures/http-mcp-server.js';
import { closeAll, failureOf, invocation, testGateway, testServer } from './fixtures/test-gateway.js';
import type { McpEvent } from './mcp-events.js';
import type { McpGateway } from './mcp-gateway.js';

afterEach(closeAll);

async function names(gateway: McpGateway, ...ids: string[]): Promise<string[]> {
  return (await gateway.getAvailableTools(ids)).map((one) => one.function.name);
}

describe('a list in pages', () => {
  async function paged(pages: Record<string, unknown>) {
    const server = await testServer();
    server.intercept = ({ rpc, reply }) => {
      if (rpc.method !== 'tools/list') return false;
      const cursor = rpc.params?.['cursor'];
      reply(pages[cursor === undefined ? 'first' : `at:${cursor as string}`]);
      return true;
    };
    return { server, gateway: testGateway({ servers: { many: { url: server.url } } }) };
  }

  it('is read to its end, with the cursors as they came, also the empty one', async () => {
    const { server, gateway } = await paged({
      first: { tools: [tool('a')], nextCursor: ' p=ä&x/2 ' },
      'at: p=ä&x/2 ': { tools: [tool('b')], nextCursor: '' },
      'at:': { tools: [tool('c')], nextCursor: null },
    });
    expect(await names(gateway, 'many')).toEqual(['a', 'b', 'c']);
    expect(server.sent('tools/list').map(({ rpc }) => rpc.params?.['cursor'])).toEqual([undefined, ' p=ä&x/2 ', '']);
  });

  it('ends where a cursor comes again', async () => {
    const { server, gateway } = await paged({
      first: { tools: [tool('a')], nextCursor: '' },
      'at:': { tools: [tool('b'), tool('a')], nextCursor: '' },
    });
    expect(await names(gateway, 'many')).toEqual(['a', 'b']);
    expect(server.sent('tools/list')).toHaveLength(2);
  });

  it('is bounded', async () => {
    const server = await testServer();
    let page = 0;
    server.intercept = ({ rpc, reply }) => {
      if (rpc.method !== 'tools/list') return false;
      reply({ tools: [tool(`t${++page}`)], nextCursor: `c${page}` });
      return true;
    };
    const gateway = testGateway({ servers: { many: { url: server.url } }, maxProjectedTools: 1_000 });
    expect(await names(gateway, 'many')).toHaveLength(100);
  });

  it('that breaks in the middle is no list', async () => {
    const { gateway } = await paged({ first: { tools: [tool('a')], nextCursor: 'x' }, 'at:x': { tools: 'none' } });
    expect(await names(gateway, 'many')).toEqual([]);
    expect(gateway.getStatus().connections[0]!.state).toBe('degraded');
  });
});

describe('a list that fails', () => {
  it('is a state, is no empty success, and is read at the next request', async () => {
    const server = await testServer([tool('late')]);
    let broken = 2;
    server.intercept = ({ rpc, send }) => {
      if (rpc.method !== 'tools/list' || broken-- <= 0) return false;
      send(500, 'no');
      return true;
    };
    const gateway = testGateway({ servers: { api: { url: server.url } }, listDebounceMs: 60_000 });
    expect(await names(gateway, 'api')).toEqual([]);
    expect(gateway.getStatus().connections[0]).toMatchObject({ state: 'degraded' });
    expect(await names(gateway, 'api')).toEqual([]);
    await vi.waitFor(async () => expect(await names(gateway, 'api')).toEqual(['late']));
    expect(gateway.getStatus().connections[0]).toMatchObject({ state: 'connected', tools: 1 });
  });

  it('leaves the last good list in use', async () => {
    const server = await testServer([tool('kept')]);
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    expect(await names(gateway, 'api')).toEqual(['kept']);
    server.intercept = ({ rpc, send }) => {
      if (rpc.method !== 'tools/list') return false;
      send(500, 'no');
      return true;
    };
    await expect(gateway.refreshTools('api')).rejects.toThrow();
    expect(await names(gateway, 'api')).toEqual(['kept']);
    expect(await gateway.callTool('kept')).toBe('ran kept');
  });

  it('is an empty list where the server knows no tools', async () => {
    const server = await testServer();
    server.capabilities = { prompts: {} };
    server.intercept = ({ rpc, send }) => {
      if (rpc.method !== 'tools/list') return false;
      send(200, { jsonrpc: '2.0', id: rpc.id, error: { code: -32601, message: 'Method not found' } });
      return true;
    };
    const silent = await testServer([tool('undeclared')]);
    silent.capabilities = {};
    const gateway = testGateway({ servers: { prompts: { url: server.url }, silent: { url: silent.url } } });
    expect(await names(gateway, 'prompts', 'silent')).toEqual(['undeclared']);
    expect(gateway.getStatus().connections.map(({ state }) => state)).toEqual(['connected', 'connected']);
    await names(gateway, 'prompts');
    expect(server.sent('tools/list')).toHaveLength(1);
  });

  it('costs broken entries only', async () => {
    const server = await testServer([
      tool('good'),
      null,
      5,
      {},
      { name: '' },
      tool('two'),
      tool('two'),
      { name: 'bare' },
    ]);
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    expect(await names(gateway, 'api')).toEqual(['good', 'two', 'bare']);
  });
});

describe('notices of changed tools', () => {
  async function notified(options: Parameters<typeof testGateway>[0] = {}) {
    const server = await testServer([tool('one')]);
    server.notifications = true;
    const gateway = testGateway({ servers: { api: { url: server.url } }, ...options });
    await names(gateway, 'api');
    await vi.waitFor(() => expect(server.openStreams).toBe(1));
    return { server, gateway };
  }

  it('that come all at once lead to few lists', async () => {
    const { server } = await notified();
    const before = server.sent('tools/list').length;
    for (let count = 0; count < 200; count++) server.notify('notifications/tools/list_changed');
    await delay(400);
    expect(server.sent('tools/list').length - before).toBeLessThanOrEqual(2);
  });

  it('that every list causes do not lead to an endless loop', async () => {
    const { server, gateway } = await notified({ minRefreshIntervalMs: 300 });
    server.intercept = ({ rpc }) => {
      if (rpc.method === 'tools/list') server.notify('notifications/tools/list_changed');
      return false;
    };
    const before = server.sent('tools/list').length;
    server.notify('notifications/tools/list_changed');
    await delay(1_000);
    expect(server.sent('tools/list').length - before).toBeLessThanOrEqual(4);
    expect(await gateway.callTool('one')).toBe('ran one');
  });

  it('that come while a list is read are not lost', async () => {
    const { server, gateway } = await notified();
    let slow = true;
    server.intercept = async ({ rpc, reply }) => {
      if (rpc.method !== 'tools/list' || !slow) return false;
      slow = false;
      const snapshot = [...server.tools];
      server.tools = [tool('final')];
      server.notify('notifications/tools/list_changed');
      await delay(200);
      reply({ tools: snapshot });
      return true;
    };
    server.tools = [tool('middle')];
    server.notify('notifications/tools/list_changed');
    await vi.waitFor(async () => expect(await names(gateway, 'api')).toEqual(['final']), { timeout: 3_000 });
  });

  it('touch the tools of their own server only', async () => {
    const { server } = await notified();
    const others = await Promise.all([testServer([tool('x')]), testServer([tool('y')])]);
    const gateway = testGateway({
      servers: { foo: { url: server.url }, foo__bar: { url: others[0].url }, foo_tool_x: { url: others[1].url } },
    });
    const ids = ['foo', 'foo__bar', 'foo_tool_x'];
    expect(await names(gateway, ...ids)).toEqual(['one', 'x', 'y']);
    await vi.waitFor(() => expect(server.openStreams).toBe(2));
    server.tools = [];
    server.notify('notifications/tools/list_changed');
    await vi.waitFor(async () => expect(await names(gateway, ...ids)).toEqual(['x', 'y']));
    await gateway.removeMcpServer('foo');
    expect(await names(gateway, ...ids)).toEqual(['x', 'y']);
  });
});

describe('a tool that is described differently', () => {
  async function drifting(strictDrift: boolean) {
    const events: McpEvent[] = [];
    const server = await testServer([tool('pay'), tool('other')]);
    const gateway = testGateway({
      servers: { bank: { url: server.url } },
      strictDrift,
      onEvent: (event) => events.push(event),
    });
    await names(gateway, 'bank');
    const drift = (): McpEvent[] => events.filter(({ type }) => type === 'drift');
    server.tools = [tool('pay', { description: 'does something else' }), tool('other')];
    await gateway.refreshTools('bank');
    return { server, gateway, drift };
  }

  it('is told, once', async () => {
    const { gateway, drift } = await drifting(false);
    await gateway.refreshTools('bank');
    expect(drift()).toEqual([
      expect.objectContaining({ serverId: 'bank', scope: 'global', toolName: 'pay', withheld: false }),
    ]);
    expect(await names(gateway, 'bank')).toEqual(['pay', 'other']);
  });

  it('is withheld in strict mode until it is approved, also from calls, and also when it was away in between', async () => {
    const { server, gateway, drift } = await drifting(true);
    expect(drift()).toHaveLength(1);
    expect(await names(gateway, 'bank')).toEqual(['other']);
    const changed = server.tools;
    server.tools = [tool('other')];
    await gateway.refreshTools('bank');
    server.tools = changed;
    await gateway.refreshTools('bank');
    expect(await names(gateway, 'bank')).toEqual(['other']);
    expect((await failureOf(gateway.callTool('pay'))).code).toBe('unknown_tool');
    gateway.approveTools('bank');
    expect(await names(gateway, 'bank')).toEqual(['pay', 'other']);
    expect(await gateway.callTool('pay')).toBe('ran pay');
  });

  it('is not run by a request that listed it before', async () => {
    const server = await testServer([tool('pay')]);
    const gateway = testGateway({ servers: { bank: { url: server.url } }, strictDrift: true });
    const { tools } = await gateway.projectGlobal(['bank']);
    server.tools = [tool('pay', { description: 'does something else' })];
    await gateway.refreshTools('bank');
    const failure = await failureOf(Promise.resolve(tools[0]!.execute({}, invocation())));
    expect(failure.code).toBe('unavailable');
    expect(server.sent('tools/call')).toEqual([]);
  });
});

describe('the tools of a request', () => {
  it('are limited in number, in the order of the request', async () => {
    const [one, two] = await Promise.all([
      testServer(Array.from({ length: 100 }, (_, index) => tool(`a${index}`))),
      testServer(Array.from({ length: 100 }, (_, index) => tool(`b${index}`))),
    ]);
    const gateway = testGateway({ servers: { one: { url: one.url }, two: { url: two.url } } });
    const listed = await names(gateway, 'two', 'one', 'two');
    expect(listed).toHaveLength(128);
    expect(listed[0]).toBe('b0');
    expect(listed[127]).toBe('a27');
  });

  it('are given without a promise once they are known, from the same list', async () => {
    const server = await testServer([tool('one')]);
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    const first = gateway.projectGlobal(['api']);
    expect(first).toBeInstanceOf(Promise);
    const known = await first;
    expect(gateway.projectGlobal(['api'])).toBe(known);
    server.tools = [tool('two')];
    await gateway.refreshTools('api');
    expect(gateway.projectGlobal(['api'])).not.toBe(known);
  });

  it('have plain names, or names with the server where several offer them', async () => {
    const [one, two] = await Promise.all([testServer([tool('find'), tool('own')]), testServer([tool('find')])]);
    one.call = (name) => text(`one ${name}`);
    two.call = (name) => text(`two ${name}`);
    const gateway = testGateway({ servers: { one: { url: one.url }, two: { url: two.url } } });
    expect(await names(gateway, 'one', 'two')).toEqual(['one_find', 'own', 'two_find']);
    expect(await names(gateway, 'two')).toEqual(['find']);
    expect(await gateway.callTool('two_find')).toBe('two find');
    const failure = await failureOf(gateway.callTool('find'));
    expect(failure.code).toBe('unknown_tool');
    expect(failure.modelMessage).toContain('one_find, two_find');
  });

  it('receive what optional arguments leave out as nothing, and the name of the server', async () => {
    const schema = {
      type: 'object',
      properties: { q: { type: 'string' }, limit: { type: 'number' } },
      required: ['q'],
    };
    const server = await testServer([tool('search.all', { inputSchema: schema })]);
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    const [listed] = await names(gateway, 'api');
    expect(listed).toMatch(/^search_all_[0-9a-f]{8}$/);
    await gateway.callTool(listed!, '{"q": "x", "limit": null, "__proto__": {"admin": true}}');
    const { params } = server.sent('tools/call')[0]!.rpc;
    expect(params?.name).toBe('search.all');
    expect(JSON.stringify(params?.arguments)).toBe('{"q":"x","__proto__":{"admin":true}}');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(params?.['_meta']).toEqual({ progressToken: expect.any(Number) });
  });

  it.each(['', '  ', 'null', '{}', undefined, null])('take %j for no arguments', async (args) => {
    const server = await testServer([tool('go')]);
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    expect(await gateway.callTool('go', args)).toBe('ran go');
    expect(server.sent('tools/call')[0]!.rpc.params?.arguments).toEqual({});
  });

  it.each(['[1]', '"x"', '{bad', '7'])('refuse the arguments %s without a request', async (args) => {
    const server = await testServer([tool('go')]);
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    expect((await failureOf(gateway.callTool('go', args))).code).toBe('invalid_arguments');
    expect(server.sent('tools/call')).toEqual([]);
  });
});
