import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { McpEvent, McpServerConfig, ToolContext } from 'nestjs-tool-router';
import { boot, closeAll } from '../fixtures/boot.js';
import { childrenOf, isRunning } from '../fixtures/child-processes.js';
import { serveMcp, stopServers } from '../fixtures/mcp-server.js';
import { SignInServer } from './fixtures/sign-in-server.js';

const CHANGING = join(__dirname, 'fixtures/changing-server.mjs');
const changing: McpServerConfig = { command: process.execPath, args: [CHANGING] };
/** A call of a server that broke ends far earlier than this; only its deadline is later. */
const PROMPT_MS = 10_000;

let closing: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  await closeAll();
  await stopServers();
  await Promise.all(closing.splice(0).map((one) => one.stop()));
  expect(childrenOf(process.pid, CHANGING)).toEqual([]);
});

const contextFor = (...mcpServers: string[]): ToolContext => ({ allow: { mcpServers }, deadlineMs: 60_000 });

describe('an expired token', () => {
  it('is renewed once for many parallel calls', async () => {
    const server = await new SignInServer().start();
    closing.push(server);
    const { gateway, router } = await boot({
      router: { mcp: { userServers: { allowPrivate: true, allowHttp: true } } },
    });
    await gateway.addUserMcpServer('ida', 'desk', {
      url: `${server.origin}/mcp`,
      auth: { type: 'oauth', redirectUrl: 'https://host.example/back' },
    });
    const answer = server.signIn(await gateway.startAuthorization('desk', 'ida'), 'Ida');
    await gateway.finishAuthorization('desk', 'ida', answer);
    const context = { userId: 'ida', ...contextFor('desk') };
    const call = { name: 'user_ida_tool_whoami' };
    expect((await router.call(call, context)).output).toBe('you are Ida');
    server.accessTokens.clear();
    const results = await router.callAll(
      Array.from({ length: 50 }, () => call),
      context,
    );
    expect(results.map(({ output }) => output)).toEqual(results.map(() => 'you are Ida'));
    expect(results).toHaveLength(50);
    expect(server.grants).toEqual(['authorization_code', 'refresh_token']);
  });
});

describe('a server that changes', () => {
  it('shows a new tool without a restart, and tells a new description', async () => {
    const events: McpEvent[] = [];
    const { router } = await boot({
      router: { mcp: { servers: { lab: changing }, minRefreshIntervalMs: 50, onEvent: (event) => events.push(event) } },
    });
    const context = contextFor('lab');
    const names = async () => (await router.getGlobalMcpTools(['lab'])).map((tool) => tool.function.name);
    expect(await names()).toEqual(['say', 'wait', 'add', 'redescribe']);
    await router.call({ name: 'add' }, context);
    await vi.waitFor(async () => expect(await names()).toContain('added'));
    expect((await router.call({ name: 'added' }, context)).isError).toBe(false);
    await router.call({ name: 'redescribe' }, context);
    await vi.waitFor(() => expect(events.filter(({ type }) => type === 'drift')).toHaveLength(1));
    expect(events.find(({ type }) => type === 'drift')).toMatchObject({ serverId: 'lab', toolName: 'say' });
    expect(events.filter(({ type }) => type === 'tools').at(-1)).toMatchObject({ added: ['added'], removed: [] });
  });
});

describe('a server that is killed in a call', () => {
  it('fails that call soon, comes back by itself, and disturbs no other', async () => {
    const other = await serveMcp([{ name: 'steady', answer: () => 'still here' }]);
    const { router } = await boot({
      router: { mcp: { servers: { lab: changing, rock: { url: other.url } }, backoffStartMs: 50 } },
    });
    const pid = Number((await router.call({ name: 'say' }, contextFor('lab'))).output);
    const started = Date.now();
    let onProgress: () => void = () => {};
    const underWay = new Promise<void>((resolve) => (onProgress = resolve));
    const call = router.call({ name: 'wait' }, { ...contextFor('lab'), onProgress });
    await underWay;
    process.kill(pid, 'SIGKILL');
    const steady = await router.call({ name: 'steady' }, contextFor('rock'));
    expect(steady.output).toBe('still here');
    const result = await call;
    expect(result.errorCode).toBe('outcome_unknown');
    expect(Date.now() - started).toBeLessThan(PROMPT_MS);
    await vi.waitFor(async () => {
      const again = await router.call({ name: 'say' }, contextFor('lab'));
      expect(again.isError).toBe(false);
      expect(Number(again.output)).not.toBe(pid);
    }, PROMPT_MS);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  it('over HTTP likewise', async () => {
    const hanging = await serveMcp([{ name: 'hang', answer: () => new Promise(() => {}) }]);
    const other = await serveMcp([{ name: 'steady', answer: () => 'still here' }]);
    const { router } = await boot({
      router: { mcp: { servers: { weak: { url: hanging.url }, rock: { url: other.url } } } },
    });
    const started = Date.now();
    const call = router.call({ name: 'hang' }, contextFor('weak'));
    await vi.waitFor(() => expect(hanging.calls).toHaveLength(1));
    await hanging.close();
    expect((await call).errorCode).toBe('outcome_unknown');
    const next = await router.call({ name: 'hang' }, contextFor('weak'));
    expect(next.errorCode).toBe('unavailable');
    expect((await router.call({ name: 'steady' }, contextFor('rock'))).output).toBe('still here');
    expect(Date.now() - started).toBeLessThan(PROMPT_MS);
  });
});

describe('a dead server', () => {
  it('does not delay the boot, is a state, and hides nothing else', async () => {
    // Takes connections and never says a word.
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    closing.push({ stop: () => new Promise((resolve) => silent.close(resolve)) });
    const { port } = silent.address() as AddressInfo;
    const other = await serveMcp([{ name: 'steady', answer: () => 'still here' }]);
    const started = Date.now();
    const { router, gateway } = await boot({
      router: {
        mcp: {
          connectTimeoutMs: 60_000,
          servers: {
            silent: { url: `http://127.0.0.1:${port}/mcp` },
            missing: { command: '/no/such/program' },
            rock: { url: other.url },
          },
        },
      },
    });
    expect((await router.call({ name: 'steady' }, contextFor('rock'))).output).toBe('still here');
    expect(await router.getGlobalMcpTools(['missing'])).toEqual([]);
    expect(Date.now() - started).toBeLessThan(PROMPT_MS);
    const states = gateway.getStatus().connections.map(({ serverId, state }) => [serverId, state]);
    expect(Object.fromEntries(states)).toMatchObject({ silent: 'idle', rock: 'connected' });
    expect(['backoff', 'failed']).toContain(Object.fromEntries(states)['missing']);
  });
});
