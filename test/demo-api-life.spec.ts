import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpGateway, type OpenAiTool } from 'nestjs-tool-router';
import { childrenOf, isRunning } from './fixtures/child-processes.js';
import { startDemo, type RunningDemo } from './fixtures/demo-api.js';
import { serveMcp, stopServers } from './fixtures/mcp-server.js';

interface Health {
  readonly status: string;
  readonly servers: readonly { readonly id: string; readonly state: string }[];
}

const running: RunningDemo[] = [];
const start = async (...args: Parameters<typeof startDemo>) => {
  const demo = await startDemo(...args);
  running.push(demo);
  return demo;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((demo) => demo.close()));
  await stopServers();
});

const ours = (name: string) => name.startsWith('demo-workspaces-');

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('It did not happen within ten seconds.');
    await sleep(20);
  }
}

describe('the demo API, from start to end', () => {
  it('says how the servers of everybody are, and nothing of those of users', async () => {
    const demo = await start({ DEMO_ALLOW_LOCAL_SERVERS: '1' });
    const own = await serveMcp([{ name: 'x', answer: () => 'x' }]);
    await demo.engineer.send('PUT', '/me/mcp-servers/private', { url: own.url });
    await demo.engineer.get('/tools');
    const { status, body } = await demo.as(undefined).get<Health>('/health');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      servers: [
        { id: 'files', state: 'connected' },
        { id: 'everything', state: 'connected' },
      ],
    });
  });

  it('documents every endpoint', async () => {
    const demo = await start();
    const page = await fetch(`${demo.url}/docs`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('swagger-ui');
    const { body } = await demo
      .as(undefined)
      .get<{ paths: Record<string, Record<string, { summary?: string }>> }>('/docs-json');
    const endpoints = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary = '' }]) => {
        expect(summary).not.toBe('');
        return `${method.toUpperCase()} ${path}`;
      }),
    );
    expect(endpoints.toSorted()).toEqual([
      'DELETE /me/mcp-servers/{id}',
      'GET /health',
      'GET /me/mcp-servers',
      'GET /me/mcp-servers/{id}',
      'GET /tools',
      'GET /tools/explain',
      'POST /tools/call',
      'POST /tools/call-all',
      'PUT /me/mcp-servers/{id}',
    ]);
  });

  it('starts and works while one of its servers cannot', async () => {
    const began = Date.now();
    const demo = await start({ DEMO_SANDBOX: '/nonexistent/folder' }, []);
    expect((await demo.as(undefined).get<Health>('/health')).body.status).toBe('ok');
    const { body: tools } = await demo.engineer.get<OpenAiTool[]>('/tools');
    const names = tools.map((tool) => tool.function.name);
    expect(names).toEqual(expect.arrayContaining(['convert_units', 'orders_list', 'get-sum']));
    expect(names).not.toContain('list_directory');
    expect((await demo.engineer.call({ name: 'get-sum', arguments: { a: 1, b: 2 } })).isError).toBe(false);
    expect((await demo.engineer.call({ name: 'list_directory' })).isError).toBe(true);
    const { body } = await demo.as(undefined).get<Health>('/health');
    expect(body.servers.find(({ id }) => id === 'everything')?.state).toBe('connected');
    expect(body.servers.find(({ id }) => id === 'files')?.state).toMatch(/backoff|failed/);
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  it('cancels a running tool when its client goes away', async () => {
    const demo = await start({ DEMO_ALLOW_LOCAL_SERVERS: '1' });
    let cancelled = false;
    const slow = await serveMcp([
      {
        name: 'wait',
        answer: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              cancelled = true;
              resolve('too late');
            });
          }),
      },
    ]);
    await demo.engineer.send('PUT', '/me/mcp-servers/slow', { url: slow.url });
    const client = new AbortController();
    const answer = demo.engineer.send('POST', '/tools/call', { name: 'user_ana_tool_wait' }, client.signal);
    await until(() => slow.calls.length === 1);
    client.abort();
    await expect(answer).rejects.toThrow();
    await until(() => cancelled);
    expect((await demo.as(undefined).get<Health>('/health')).status).toBe(200);
  });

  it.runIf(existsSync('/proc/self/stat'))('leaves no process and no folder behind', async () => {
    const before = new Set(readdirSync(tmpdir()));
    const workspaces = process.env['DEMO_WORKSPACES'];
    const demo = await start({ DEMO_ALLOW_LOCAL_SERVERS: '1' });
    await demo.engineer.get('/tools');
    const children = childrenOf(process.pid, '@modelcontextprotocol/server-');
    expect(children.map(({ command }) => /server-\w+/.exec(command)?.[0] ?? '').toSorted()).toEqual([
      'server-everything',
      'server-filesystem',
    ]);
    expect(demo.app.get(McpGateway).getStatus().connections).toHaveLength(2);
    await running.pop()?.close();
    expect(children.filter(({ pid }) => isRunning(pid))).toEqual([]);
    expect(process.env['DEMO_WORKSPACES']).toBe(workspaces);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('demo-test-') && !before.has(name))).toEqual([]);
  });

  it('removes workspaces that it made for itself', async () => {
    const before = new Set(readdirSync(tmpdir()).filter(ours));
    const { createApp } = await import('../apps/demo-api/src/create-app.js');
    const app = await createApp([]);
    const made = readdirSync(tmpdir()).filter((name) => ours(name) && !before.has(name));
    expect(made).toHaveLength(1);
    await app.close();
    expect(existsSync(join(tmpdir(), made[0] ?? ''))).toBe(false);
  });
});
