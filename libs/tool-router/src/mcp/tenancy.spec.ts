import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { text, tool, type HttpMcpServer } from './fixtures/http-mcp-server.js';
import { closeAll, failureOf, invocation, testGateway, testServer } from './fixtures/test-gateway.js';
import type { McpGateway } from './mcp-gateway.js';
import type { McpOptions } from './mcp-options.js';

const LOCAL = { userServers: { allowPrivate: true, allowHttp: true } };

afterEach(closeAll);

function gatewayFor(options: McpOptions = {}): McpGateway {
  return testGateway({ ...LOCAL, ...options });
}

async function names(gateway: McpGateway, userId: string, ids: readonly string[]): Promise<string[]> {
  return (await gateway.getUserAvailableTools(ids, userId)).map((one) => one.function.name);
}

/** A server that answers who the header says the caller is. */
async function whoami(...tools: string[]): Promise<HttpMcpServer> {
  const server = await testServer((tools.length === 0 ? ['me'] : tools).map((name) => tool(name)));
  server.call = (_name, _args, { headers }) => text(decodeURIComponent(String(headers['x-user'])));
  return server;
}

const as = (server: HttpMcpServer, userId: string) => ({
  url: server.url,
  headers: { 'x-user': encodeURIComponent(userId.toWellFormed()) },
});

const HOSTILE = [
  'b',
  'b_tool_c',
  'b_service_c',
  'user_2',
  '2_3',
  '..',
  'Ñandú',
  'x'.repeat(300),
  '__proto__',
  'a@b.example',
  'h0123456789abcdef',
];

describe('users with hostile ids', () => {
  it('each see and run their own tools only', async () => {
    const server = await whoami();
    const gateway = gatewayFor();
    for (const id of HOSTILE) await gateway.addUserMcpServer(id, 'desk', as(server, id));
    const other = await whoami('c_tool_me');
    await gateway.addUserMcpServer('b', 'c_service_desk', as(other, 'b elsewhere'));
    const seen = new Map<string, string>();
    for (const id of HOSTILE) {
      const listed = await names(gateway, id, ['desk']);
      expect(listed).toHaveLength(1);
      expect(listed[0]).toMatch(/^user_[A-Za-z0-9_-]+_tool_me$/);
      expect(seen.has(listed[0]!)).toBe(false);
      seen.set(listed[0]!, id);
      expect(await gateway.callUserTool(id, listed[0]!)).toBe(id);
      expect(await gateway.callUserTool(id, 'me')).toBe(id);
      expect(gateway.ownerOfUserToolName(listed[0]!)).toEqual({ userId: id });
    }
    for (const [name, owner] of seen) {
      const stranger = HOSTILE.find((id) => id !== owner)!;
      expect((await failureOf(gateway.callUserTool(stranger, name))).code).toBe('unknown_tool');
    }
    expect(server.sessions.size).toBe(HOSTILE.length);
  });

  it.each(['', ' ', '\n'])('are no users when the id is blank: %j', async (id) => {
    const server = await whoami();
    const gateway = gatewayFor({ servers: { shared: { ...as(server, 'x'), scope: 'user' } } });
    await expect(gateway.addUserMcpServer(id, 'desk', as(server, id))).rejects.toThrow('blank');
    expect(gateway.hasServer('shared', id)).toBe(false);
    expect(await names(gateway, id, ['shared'])).toEqual([]);
  });

  it('have their connections closed exactly', async () => {
    const server = await whoami();
    server.call = async (_name, _args, { headers }) => {
      await delay(200);
      return text(String(headers['x-user']));
    };
    const gateway = gatewayFor();
    const ids = ['1', '1_2', '12'];
    for (const id of ids) await gateway.addUserMcpServer(id, 'desk', as(server, id));
    for (const id of ids) await names(gateway, id, ['desk']);
    const running = ['1_2', '12'].map((id) => gateway.callUserTool(id, 'me'));
    await delay(50);
    await gateway.clearUserMcpServers('1');
    expect(await Promise.all(running)).toEqual(['1_2', '12']);
    expect(gateway.hasServer('desk', '1')).toBe(false);
    expect(server.log.filter(({ http }) => http === 'DELETE')).toHaveLength(1);
    expect(await gateway.callUserTool('12', 'me')).toBe('12');
  });
});

describe('scopes', () => {
  it('never show tools of a user without the user, nor of another user, whatever happens at the same time', async () => {
    const server = await whoami('own');
    const common = await whoami('common');
    const gateway = gatewayFor({ servers: { common: as(common, 'all') } });
    const results = await Promise.all(
      Array.from({ length: 60 }, async (_, round) => {
        const user = round % 2 === 0 ? 'u1' : 'u2';
        if (round % 5 === 0) await gateway.addUserMcpServer(user, `box${round % 3}`, as(server, user));
        return [
          (await gateway.getAvailableTools(['common', 'box0', 'box1', 'box2'])).map((one) => one.function.name),
          ['u1', await names(gateway, 'u1', ['common', 'box0', 'box1', 'box2'])],
          ['u2', await names(gateway, 'u2', ['common', 'box0', 'box1', 'box2'])],
        ] as const;
      }),
    );
    for (const [everybody, ...own] of results) {
      expect(everybody).toEqual(['common']);
      for (const [user, listed] of own)
        for (const name of listed) expect(name.startsWith(`user_${user}_tool_`)).toBe(true);
    }
  });

  it('are not crossed by ids of other users', async () => {
    const server = await whoami();
    const gateway = gatewayFor();
    await gateway.addUserMcpServer('u2', 'mail', as(server, 'u2'));
    for (const id of ['user_u2_service_mail', '../u2/mail', 'mail', 'u2:mail', 'user:mail']) {
      expect(gateway.hasServer(id, 'u1')).toBe(false);
      expect(gateway.hasServer(id)).toBe(false);
      expect(await names(gateway, 'u1', [id])).toEqual([]);
      expect(await gateway.getAvailableTools([id])).toEqual([]);
    }
    expect(server.log).toEqual([]);
  });

  it('do not fall back from a missing tool of the user to a global one', async () => {
    const common = await whoami('wipe');
    const own = await whoami('wipe');
    const gateway = gatewayFor({ servers: { files: as(common, 'all') } });
    await gateway.addUserMcpServer('u1', 'mine', as(own, 'u1'));
    const [name] = await names(gateway, 'u1', ['mine']);
    await gateway.removeUserMcpServer('u1', 'mine');
    for (const called of [name!, 'wipe']) {
      expect((await failureOf(gateway.callUserTool('u1', called))).code).toBe('unknown_tool');
    }
    expect(common.log).toEqual([]);
  });

  it('share nothing between users of one template, not even with equal headers', async () => {
    const server = await testServer([tool('set'), tool('get')]);
    const values = new Map<string | undefined, string>();
    server.call = (name, { value }, { session }) => {
      if (name === 'set') values.set(session, String(value));
      return text(values.get(session) ?? 'nothing');
    };
    const gateway = gatewayFor({ servers: { notes: { url: server.url, scope: 'user' } } });
    await gateway.callUserTool('u1', 'set', { value: 'secret of u1' });
    expect(await gateway.callUserTool('u2', 'get')).toBe('nothing');
    expect(await gateway.callUserTool('u1', 'get')).toBe('secret of u1');
    expect(server.sessions.size).toBe(2);
    expect(await gateway.getAvailableTools(['notes'])).toEqual([]);
  });

  it('send a cookie of nobody', async () => {
    const server = await testServer([tool('look')]);
    server.intercept = ({ res }) => {
      res.setHeader('set-cookie', 'sid=of-the-first');
      return false;
    };
    const gateway = gatewayFor({ servers: { web: { url: server.url, scope: 'user' } } });
    for (const user of ['u1', 'u2', 'u1']) await gateway.callUserTool(user, 'look');
    expect(server.log.filter(({ headers }) => headers.cookie !== undefined)).toEqual([]);
  });

  it('tell a server nothing about the user unless the host wants it', async () => {
    const server = await testServer([tool('look')]);
    for (const shareUserId of [false, true]) {
      const gateway = gatewayFor({ servers: { web: { url: server.url, scope: 'user' } }, shareUserId });
      await gateway.callUserTool('ada@home.example', 'look');
      const sent = JSON.stringify(server.log.map(({ rpc, headers }) => [rpc, headers]));
      expect(sent.includes('ada')).toBe(shareUserId);
    }
  });

  it('may leave the id out of names', async () => {
    const server = await whoami('read');
    const gateway = gatewayFor({ userToolNames: 'plain' });
    await gateway.addUserMcpServer('u1', 'desk', as(server, 'u1'));
    expect(await names(gateway, 'u1', ['desk'])).toEqual(['read']);
    expect(gateway.ownerOfUserToolName('user_u1_tool_read')).toBeUndefined();
  });
});

describe('credentials', () => {
  it('are read for every request, per user', async () => {
    const server = await testServer([tool('who')]);
    server.call = (_name, _args, { headers }) => text(String(headers.authorization));
    let version = 1;
    const credentials = {
      get: (userId: string) => Promise.resolve(userId === 'nobody' ? undefined : { token: `${userId}-${version}` }),
    };
    const gateway = gatewayFor({
      credentials,
      servers: { crm: { url: server.url, scope: 'user', headers: { Authorization: 'Bearer {{token}}' } } },
    });
    const asked = (): Promise<string[]> => Promise.all(['u1', 'u2'].map((user) => gateway.callUserTool(user, 'who')));
    expect(await asked()).toEqual(['Bearer u1-1', 'Bearer u2-1']);
    version = 2;
    expect(await asked()).toEqual(['Bearer u1-2', 'Bearer u2-2']);
    expect(await names(gateway, 'nobody', ['crm'])).toEqual([]);
    const status = gateway.getStatus().connections.find(({ userId }) => userId === 'nobody');
    expect(status?.state).toBe('auth_required');
    expect(JSON.stringify(gateway.getStatus())).not.toMatch(/u[12]-[12]/);
  });

  it('of a user server that is refused are a sign-in for that user alone', async () => {
    const server = await testServer([tool('who')]);
    let refuse = false;
    server.intercept = ({ headers, send }) => {
      if (!refuse || headers['x-user'] !== 'u1') return false;
      send(401, 'no');
      return true;
    };
    const gateway = gatewayFor();
    for (const user of ['u1', 'u2']) await gateway.addUserMcpServer(user, 'crm', as(server, user));
    for (const user of ['u1', 'u2']) await gateway.callUserTool(user, 'who');
    refuse = true;
    for (let call = 0; call < 5; call++) {
      const failure = await failureOf(gateway.callUserTool('u1', 'who'));
      expect(failure.code).toBe('auth_required');
      expect(failure.modelMessage).toContain('sign in');
    }
    expect(
      server.log.filter(({ rpc, headers }) => rpc.method === 'tools/call' && headers['x-user'] === 'u1'),
    ).toHaveLength(2);
    expect(await gateway.callUserTool('u2', 'who')).toBe('ran who');
    refuse = false;
    await vi.waitFor(async () => expect(await gateway.callUserTool('u1', 'who')).toBe('ran who'));
  });
});

describe('servers of users', () => {
  it.each([
    [{ command: 'node' }],
    [{ url: 'http://example.com/mcp' }],
    [{ url: 'https://127.0.0.1/mcp' }],
    [{ url: 'https://[::ffff:10.0.0.1]/mcp' }],
    [{ url: 'https://metadata.google.internal/' }],
  ])('are public https addresses unless the host allows more: %j', async (config) => {
    const gateway = testGateway();
    await expect(gateway.addUserMcpServer('u1', 'x', config)).rejects.toMatchObject({ code: 'invalid_definition' });
    expect(gateway.hasServer('x', 'u1')).toBe(false);
  });

  it('are addressed by structured keys, whatever the ids are', async () => {
    const server = await whoami();
    const piece = fc.constantFrom('a', '_', '_tool_', '_service_', 'user_', '1', '__proto__', 'ß', '@', '.');
    const id = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    const places = fc.uniqueArray(fc.tuple(id, id), {
      minLength: 2,
      maxLength: 6,
      selector: (one) => JSON.stringify(one),
    });
    await fc.assert(
      fc.asyncProperty(places, async (pairs) => {
        const gateway = gatewayFor();
        for (const [user, serverId] of pairs) {
          await gateway.addUserMcpServer(user, serverId, as(server, `${user}|${serverId}`));
        }
        const answers = pairs.map(async ([user, serverId]) => {
          const { tools } = await gateway.projectUser(user, [serverId]);
          return Promise.all(tools.map(async (one) => (await one.execute({}, invocation())).text));
        });
        expect(await Promise.all(answers)).toEqual(pairs.map(([user, serverId]) => [`${user}|${serverId}`]));
        const [user, serverId] = pairs[0]!;
        await gateway.removeUserMcpServer(user, serverId);
        expect(pairs.filter(([u, s]) => gateway.hasServer(s, u))).toEqual(pairs.slice(1));
        await gateway.onModuleDestroy();
      }),
      { numRuns: 25 },
    );
    expect(server.sessions.size).toBe(0);
  });
});
