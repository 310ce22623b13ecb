import { setTimeout as delay } from 'node:timers/promises';
import { text, tool, type Exchange } from '../fixtures/http-mcp-server.js';
import { closeAll, failureOf, testGateway, testServer } from '../fixtures/test-gateway.js';

const READ_ONLY = { annotations: { readOnlyHint: true } };

afterEach(closeAll);

async function connected(options: Parameters<typeof testGateway>[0] = {}) {
  const server = await testServer([tool('write'), tool('look', READ_ONLY)]);
  const gateway = testGateway({ servers: { api: { url: server.url } }, ...options });
  await gateway.getAvailableTools(['api']);
  const breakNext = (how: (exchange: Exchange) => void): void => {
    server.intercept = (exchange) => {
      if (exchange.rpc.method !== 'tools/call') return false;
      server.intercept = () => false;
      how(exchange);
      return true;
    };
  };
  return { server, gateway, breakNext };
}

describe('an answer stream', () => {
  it('that ends without the answer fails its call at once', async () => {
    const { gateway, breakNext } = await connected();
    breakNext(({ res, stream }) => {
      stream();
      res.write(': nothing yet\n\n');
      res.end();
    });
    const begin = Date.now();
    const failure = await failureOf(gateway.callTool('write'));
    expect(Date.now() - begin).toBeLessThan(3_000);
    expect(failure.code).toBe('outcome_unknown');
    expect(failure.message).toContain('ended before a response');
    expect(await gateway.callTool('write')).toBe('ran write');
  });

  it('that breaks off is repeated for a harmless tool', async () => {
    const { gateway, breakNext } = await connected();
    breakNext(({ res, stream }) => {
      stream();
      res.write(': nothing yet\n\n');
      setTimeout(() => res.destroy(), 20);
    });
    expect(await gateway.callTool('look')).toBe('ran look');
  });

  it('goes on after its last event where the server allows that, when the server says', async () => {
    const { server, gateway, breakNext } = await connected();
    let asked: { at: number; after: unknown } | undefined;
    breakNext(({ rpc, res, stream }) => {
      stream()(undefined, 'id: e7\nretry: 300\ndata:\n');
      res.end();
      const ended = Date.now();
      server.intercept = ({ http, headers, stream: resumed, res: answer }) => {
        if (http !== 'GET') return false;
        asked = { at: Date.now() - ended, after: headers['last-event-id'] };
        resumed()({ jsonrpc: '2.0', id: rpc.id, result: text('late but here') }, 'id: e8\n');
        answer.end();
        return true;
      };
    });
    expect(await gateway.callTool('write')).toBe('late but here');
    expect(asked!.after).toBe('e7');
    expect(asked!.at).toBeGreaterThanOrEqual(280);
  });

  it('that cannot go on fails its call', async () => {
    const { gateway, breakNext } = await connected();
    breakNext(({ res, stream }) => {
      stream()(undefined, 'id: e1\nretry: 10\ndata:\n');
      res.end();
    });
    expect((await failureOf(gateway.callTool('write'))).code).toBe('outcome_unknown');
  });

  it('may carry requests of the server, which are refused, pings, which are answered, and several lines', async () => {
    const { server, gateway, breakNext } = await connected();
    breakNext(({ rpc, res, stream }) => {
      const send = stream();
      send({ jsonrpc: '2.0', id: 's1', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } });
      send({ jsonrpc: '2.0', id: 's2', method: 'ping' });
      send({ jsonrpc: '2.0', id: 's3', method: 'roots/list' });
      send({ jsonrpc: '2.0', id: 's4', method: 'elicitation/create', params: { message: 'x', requestedSchema: {} } });
      setTimeout(() => {
        const [head, tail] = JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result: text('done') }).split(/(?<=,)/, 2);
        res.write(
          `event: message\r\ndata: ${head}\r\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result: text('done') }).slice(head!.length)}\r\n\r\n`,
        );
        expect(tail).toBeDefined();
        res.end();
      }, 100);
    });
    expect(await gateway.callTool('write')).toBe('done');
    const replies = new Map(
      server.log.filter(({ rpc }) => !rpc.method && rpc.id).map(({ rpc }) => [rpc.id, rpc as object]),
    );
    expect(replies.get('s2')).toMatchObject({ result: {} });
    for (const id of ['s1', 's3', 's4']) expect(replies.get(id)).toMatchObject({ error: { code: -32601 } });
  });
});

describe('a reply that JSON-RPC does not allow', () => {
  const broken: readonly (readonly [string, Record<string, unknown>])[] = [
    ['an error without message', { error: { code: -32000 } }],
    ['an error with a text as code', { error: { code: 'E_FAIL', message: 'x' } }],
    ['a null result', { result: null }],
    ['a list as result', { result: [] }],
    ['a null _meta', { result: { content: [], _meta: null } }],
    ['no version', { jsonrpc: undefined, result: { content: [] } }],
    ['both a result and an error', { result: {}, error: { code: 1, message: 'x' } }],
    ['neither', {}],
    ['no id', { id: null, error: { code: -32700, message: 'Parse error' } }],
  ];

  it.each(broken)('fails its call at once: %s', async (_, reply) => {
    const { server, gateway, breakNext } = await connected();
    for (const sse of [true, false]) {
      breakNext(({ rpc, res, send, stream }) => {
        const message = { jsonrpc: '2.0', id: rpc.id, ...reply };
        if (!sse) return send(200, message);
        stream()(message);
        setTimeout(() => res.end(), 1_000).unref();
      });
      const begin = Date.now();
      const failure = await failureOf(gateway.callTool('look'));
      expect(Date.now() - begin).toBeLessThan(900);
      expect(failure.code).toBe('protocol');
      expect(failure.modelMessage).toContain('"api"');
      expect(failure.modelMessage).toContain('malformed');
      expect(await gateway.callTool('look')).toBe('ran look');
    }
    expect(server.sent('initialize')).toHaveLength(1);
  });

  it('is not needed to be strict about: members that JSON-RPC does not know are ignored', async () => {
    const { gateway, breakNext } = await connected();
    breakNext(({ rpc, send }) => send(200, { jsonrpc: '2.0', id: rpc.id, result: text('fine'), took: 3 }));
    expect(await gateway.callTool('look')).toBe('fine');
  });
});

describe('an HTTP answer to a call', () => {
  it.each([
    ['202 without a reply', (e: Exchange) => e.send(202, ''), 'protocol'],
    ['a page', (e: Exchange) => e.send(200, '<html></html>', { 'content-type': 'text/html' }), 'protocol'],
    ['broken JSON', (e: Exchange) => e.send(200, '{"jsonrpc":'), 'protocol'],
    ['an empty batch', (e: Exchange) => e.send(200, []), 'protocol'],
    ['a reply to another request', (e: Exchange) => e.send(200, { jsonrpc: '2.0', id: 9999, result: {} }), 'protocol'],
    ['400', (e: Exchange) => e.send(400, 'no'), 'protocol'],
    ['401', (e: Exchange) => e.send(401, 'no'), 'auth_required'],
    ['429', (e: Exchange) => e.send(429, 'slow down'), 'unavailable'],
    ['503', (e: Exchange) => e.send(503, 'later'), 'unavailable'],
    ['500', (e: Exchange) => e.send(500, 'at /srv/app/secret.js:3'), 'outcome_unknown'],
  ])('%s', async (_, how, code) => {
    const { gateway, breakNext } = await connected();
    breakNext(how);
    const failure = await failureOf(gateway.callTool('write'));
    expect(failure.code).toBe(code);
    expect(failure.modelMessage).not.toMatch(/srv|127\.0\.0\.1|https?:/);
  });

  it('may be a batch', async () => {
    const { gateway, breakNext } = await connected();
    breakNext(({ rpc, send }) =>
      send(200, [
        { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } },
        { jsonrpc: '2.0', id: rpc.id, result: text('from a batch') },
      ]),
    );
    expect(await gateway.callTool('look')).toBe('from a batch');
  });

  it('may not be larger than the limit, which is named', async () => {
    const server = await testServer([tool('big', READ_ONLY), tool('small', READ_ONLY)]);
    const gateway = testGateway({ servers: { api: { url: server.url, maxBufferSize: 100_000 } } });
    server.call = (name) => text(name === 'big' ? 'x'.repeat(200_000) : 'ok');
    for (const sse of [true, false]) {
      server.sse = sse;
      const failure = await failureOf(gateway.callTool('big'));
      expect(failure.code).toBe('protocol');
      expect(failure.message).toContain('100000 bytes (maxBufferSize)');
      expect(await gateway.callTool('small')).toBe('ok');
    }
  });

  it('that refuses the call in JSON-RPC is told to the model', async () => {
    const { gateway, breakNext } = await connected();
    breakNext(({ rpc, send }) =>
      send(200, {
        jsonrpc: '2.0',
        id: rpc.id,
        error: { code: -32602, message: 'city is missing\n    at run (/srv/x.js:1:2)' },
      }),
    );
    const failure = await failureOf(gateway.callTool('write'));
    expect(failure.code).toBe('tool_error');
    expect(failure.modelMessage).toBe('The server refused the call: city is missing');
  });

  it('that says that the tool is gone has the list read again', async () => {
    const { server, gateway } = await connected();
    server.tools = [tool('look')];
    server.intercept = ({ rpc, send }) => {
      if (rpc.method !== 'tools/call') return false;
      send(200, { jsonrpc: '2.0', id: rpc.id, error: { code: -32602, message: `Unknown tool: ${rpc.params?.name}` } });
      return true;
    };
    const failure = await failureOf(gateway.callTool('write'));
    expect([failure.code, failure.retryable]).toEqual(['unavailable', false]);
    await vi.waitFor(async () => expect(await gateway.getAvailableTools(['api'])).toHaveLength(1));
  });
});

describe('the notification stream', () => {
  it('is opened again for ever, and the list is read after it was lost', async () => {
    const server = await testServer([tool('one')]);
    server.notifications = true;
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    await gateway.getAvailableTools(['api']);
    await vi.waitFor(() => expect(server.openStreams).toBe(1));
    for (let round = 0; round < 2; round++) {
      server.dropStreams();
      server.tools = [tool('one'), tool(`new${round}`)];
      await vi.waitFor(() => expect(gateway.getStatus().connections[0]!.notifications).toBe(false));
      expect(gateway.getStatus().connections[0]!.state).toBe('connected');
      await vi.waitFor(() => expect(server.openStreams).toBe(1), { timeout: 8_000 });
      await vi.waitFor(async () => {
        const names = (await gateway.getAvailableTools(['api'])).map((one) => one.function.name);
        expect(names).toEqual(['one', `new${round}`]);
      });
    }
    expect(gateway.getStatus().connections[0]!.notifications).toBeUndefined();
    expect(await gateway.callTool('one')).toBe('ran one');
    expect(server.sent('initialize')).toHaveLength(1);
  });

  it('brings changed tools', async () => {
    const server = await testServer([tool('one')]);
    server.notifications = true;
    const gateway = testGateway({ servers: { api: { url: server.url } } });
    await gateway.getAvailableTools(['api']);
    await vi.waitFor(() => expect(server.openStreams).toBe(1));
    server.tools = [tool('two')];
    server.notify('notifications/tools/list_changed');
    await vi.waitFor(async () => expect((await gateway.getAvailableTools(['api']))[0]!.function.name).toBe('two'));
  });
});

describe('the time of a call', () => {
  it('ends by the request timeout, and the server is told', async () => {
    const { server, gateway, breakNext } = await connected({ requestTimeoutMs: 200 });
    let id: unknown;
    breakNext(({ rpc }) => {
      id = rpc.id;
    });
    const failure = await failureOf(gateway.callTool('write'));
    expect(failure.code).toBe('timeout');
    expect(failure.modelMessage).toContain('It had been sent');
    await vi.waitFor(() =>
      expect(server.sent('notifications/cancelled')[0]!.rpc.params).toMatchObject({ requestId: id }),
    );
    expect(await gateway.callTool('look')).toBe('ran look');
    expect(server.sent('initialize')).toHaveLength(1);
  });

  it('is extended by progress up to a total', async () => {
    const { server, gateway, breakNext } = await connected({ requestTimeoutMs: 300, maxTotalTimeoutMs: 1_000 });
    breakNext(({ rpc, res, stream }) => {
      const send = stream();
      let progress = 0;
      const progressToken = (rpc.params!['_meta'] as { progressToken: unknown }).progressToken;
      const timer = setInterval(
        () =>
          send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: ++progress } }),
        50,
      );
      res.on('close', () => clearInterval(timer));
    });
    const begin = Date.now();
    expect((await failureOf(gateway.callTool('write'))).code).toBe('timeout');
    expect(Date.now() - begin).toBeGreaterThanOrEqual(950);
    expect(Date.now() - begin).toBeLessThan(2_500);
    await vi.waitFor(() => expect(server.sent('notifications/cancelled')).toHaveLength(1));
  });

  it('does not deliver a late answer to another call', async () => {
    const { gateway, server } = await connected({ requestTimeoutMs: 150 });
    server.call = async (name) => {
      if (name === 'write') await delay(250);
      return text(`answer of ${name}`);
    };
    const late = failureOf(gateway.callTool('write'));
    await delay(100);
    expect(await gateway.callTool('look')).toBe('answer of look');
    expect((await late).code).toBe('timeout');
    await delay(200);
    expect(await gateway.callTool('look')).toBe('answer of look');
  });
});
