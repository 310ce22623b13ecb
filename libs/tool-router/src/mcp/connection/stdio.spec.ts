import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { McpServerConfig } from '../definition/mcp-server-config.js';
import { closeAll, failureOf, invocation, testGateway } from '../fixtures/test-gateway.js';
import type { McpGateway } from '../mcp-gateway.js';

const script = join(__dirname, '../fixtures/stdio-server.mjs');

afterEach(closeAll);

function server(fault = 'none', more: Partial<McpServerConfig> = {}): McpServerConfig {
  return { command: process.execPath, args: [script, fault], ...more };
}

function start(fault?: string, more?: Partial<McpServerConfig>, options = {}): McpGateway {
  return testGateway({ servers: { one: server(fault, more), other: server() }, ...options });
}

async function call(
  gateway: McpGateway,
  name: string,
  args: Record<string, unknown> = {},
  id = 'one',
): Promise<string> {
  const { tools } = await gateway.projectGlobal([id]);
  const tool = tools.find(({ origin }) => origin === `${id}:${name}`)!;
  return (await tool.execute(args as never, invocation())).text;
}

function stateOf(gateway: McpGateway, id = 'one') {
  return gateway.getStatus().connections.find(({ serverId }) => serverId === id)!;
}

function isAlive(pid: number): boolean {
  try {
    // A killed process stays in the table as a zombie until its parent has taken note.
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a server process', () => {
  it('gets the variables that are declared and a few harmless ones, and nothing of the host', async () => {
    process.env['DATABASE_URL'] = 'postgres://secret';
    process.env['NODE_OPTIONS'] ??= '';
    try {
      for (const env of [{ FOO: '1' }, undefined]) {
        const gateway = start('none', env ? { env } : {});
        const seen = JSON.parse(await call(gateway, 'env')) as Record<string, string>;
        const allowed = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', ...(env ? ['FOO'] : [])];
        expect(Object.keys(seen).filter((name) => !allowed.includes(name))).toEqual([]);
        expect(seen['FOO']).toBe(env?.FOO);
      }
    } finally {
      delete process.env['DATABASE_URL'];
    }
  });

  it('that dies in a call fails the call at once with exit code and error output, and is started again once', async () => {
    const gateway = start();
    const first = await call(gateway, 'pid');
    const begin = Date.now();
    const failure = await failureOf(call(gateway, 'die'));
    expect(Date.now() - begin).toBeLessThan(1_000);
    expect(failure.code).toBe('outcome_unknown');
    expect(failure.message).toContain('exit code 3');
    expect(failure.message).toContain('out of cheese');
    expect(failure.modelMessage).not.toContain('cheese');
    expect(stateOf(gateway)).toMatchObject({ stale: true });
    expect(await call(gateway, 'echo', { text: 'still here' }, 'other')).toBe('still here');
    const [second, third] = await Promise.all([call(gateway, 'pid'), call(gateway, 'pid')]);
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    // A server that dies again and again is not started for every call.
    await failureOf(call(gateway, 'die'));
    expect((await failureOf(call(gateway, 'pid'))).modelMessage).toMatch(
      /not available now. It is tried again in \d+ s/,
    );
    await vi.waitFor(() => expect(stateOf(gateway).state).toBe('connected'), { timeout: 3_000 });
    expect(await call(gateway, 'pid')).not.toBe(second);
  });

  it('that cannot start says why to the developer, without secrets', async () => {
    const gateway = start('exit-at-start', { env: { TOKEN: 'sesame-open-4711' } });
    expect(await gateway.getAvailableTools(['one'])).toEqual([]);
    const { state, reason } = stateOf(gateway);
    expect(state).toBe('backoff');
    expect(reason).toContain('exit code 7');
    expect(reason).toContain('cannot start');
    expect(JSON.stringify(gateway.getStatus())).not.toContain('sesame');
  });

  it.each([
    ['a program that does not exist', { command: 'no-such-program-4711' }, 'ENOENT'],
    ['a folder that does not exist', { cwd: '/no/such/folder' }, 'working folder'],
  ])('with %s is a failed state', async (_, more, reason) => {
    const gateway = start('none', more);
    expect(await gateway.getAvailableTools(['one'])).toEqual([]);
    expect(stateOf(gateway)).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
    expect(await gateway.getAvailableTools(['other'])).not.toEqual([]);
  });

  it('may print what is no protocol', async () => {
    const gateway = start('noise');
    expect(await call(gateway, 'echo', { text: 'clear' })).toBe('clear');
    const { since } = stateOf(gateway);
    expect(await call(gateway, 'echo', { text: 'clear' })).toBe('clear');
    expect(stateOf(gateway)).toMatchObject({ state: 'connected', since });
  });

  it('that sends too large a message is replaced, and the limit is named', async () => {
    const gateway = start('none', { maxBufferSize: 200_000 });
    const failure = await failureOf(call(gateway, 'big', { bytes: 300_000 }));
    expect(failure.message).toContain('200000 bytes (maxBufferSize)');
    expect(await call(gateway, 'echo', { text: 'again' })).toBe('again');
    expect(await call(gateway, 'echo', { text: 'other' }, 'other')).toBe('other');
  });

  it('may send 12 MB where the limit allows it; the text is cut to the budget', async () => {
    const gateway = start('none', { maxBufferSize: 32 * 1024 * 1024 });
    const text = await call(gateway, 'big', { bytes: 12_000_000 });
    expect(text.length).toBeLessThanOrEqual(100_000);
  });

  it.each(['message', 'code', 'null', 'list', 'meta'])(
    'fails a call at once for the broken reply "%s"',
    async (kind) => {
      const gateway = start();
      const failure = await failureOf(call(gateway, 'echo', { broken: kind }));
      expect(failure.code).toBe('protocol');
      expect(await call(gateway, 'echo', { text: 'fine' })).toBe('fine');
    },
  );

  it('that does not answer is given up after the time for connecting, and killed', async () => {
    const gateway = start('silent', {}, { connectTimeoutMs: 600 });
    const begin = Date.now();
    expect(await gateway.getAvailableTools(['one'])).toEqual([]);
    expect(Date.now() - begin).toBeLessThan(2_000);
    // The list gives up a moment before the connection, whose own time began later.
    await vi.waitFor(() =>
      expect(stateOf(gateway)).toMatchObject({ state: 'backoff', reason: expect.stringContaining('600 ms') }),
    );
  });

  it.each(['2099-01-01', 'DRAFT', 'none', '2026-07-28'])(
    'that speaks the version %s is incompatible',
    async (version) => {
      const gateway = start(`version:${version}`);
      expect(await gateway.getAvailableTools(['one'])).toEqual([]);
      const { state, reason, nextAttemptAt } = stateOf(gateway);
      expect(state).toBe('incompatible');
      expect(reason).toContain(version === 'none' ? 'none given' : version);
      expect(nextAttemptAt!.getTime() - Date.now()).toBeGreaterThan(30_000);
    },
  );

  it.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18'])(
    'may speak the older version %s',
    async (version) => {
      expect(await call(start(`version:${version}`), 'echo', { text: 'old' })).toBe('old');
    },
  );

  it.each(['family', 'ignore-signals'])('is ended with its whole group: %s', async (fault) => {
    const gateway = start(fault);
    const pid = Number(await call(gateway, 'pid'));
    const child = Number(await call(gateway, 'child')) || pid;
    expect([isAlive(pid), isAlive(child)]).toEqual([true, true]);
    const begin = Date.now();
    await gateway.onModuleDestroy();
    expect(Date.now() - begin).toBeLessThan(8_000);
    expect([isAlive(pid), isAlive(child)]).toEqual([false, false]);
  });

  it('takes its children along when it dies by itself', async () => {
    const gateway = start('family');
    const child = Number(await call(gateway, 'child'));
    await failureOf(call(gateway, 'die'));
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 5_000 });
  });
});

describe('shutting down', () => {
  it('ends calls under way, refuses new ones, and is done once', async () => {
    const gateway = start();
    const hanging = failureOf(call(gateway, 'hang'));
    await vi.waitFor(() => expect(stateOf(gateway).state).toBe('connected'));
    const first = gateway.onModuleDestroy();
    expect(gateway.beforeApplicationShutdown()).toBe(first);
    expect((await hanging).code).toBe('shutting_down');
    expect((await failureOf(call(gateway, 'echo', { text: 'x' }))).code).toBe('shutting_down');
    await expect(gateway.addMcpServer('new', server())).rejects.toThrow('shutting down');
    await first;
  });
});
