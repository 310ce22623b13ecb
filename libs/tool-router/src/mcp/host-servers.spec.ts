import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InMemoryMcpConfigSource } from './config/in-memory-mcp-config-source.js';
import type { McpServerConfigs } from './definition/mcp-server-config.js';
import { tool } from './fixtures/http-mcp-server.js';
import { closeAll, closeLater, testGateway, testServer } from './fixtures/test-gateway.js';
import type { McpGateway } from './mcp-gateway.js';

afterEach(closeAll);

async function names(gateway: McpGateway, ...ids: string[]): Promise<string[]> {
  return (await gateway.getAvailableTools(ids)).map((one) => one.function.name);
}

describe('the configuration', () => {
  it('of a file is there after the boot, and followed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-gateway-'));
    closeLater({ stop: () => rm(folder, { recursive: true }) });
    const [one, two] = await Promise.all([testServer([tool('a')]), testServer([tool('b')])]);
    const file = join(folder, 'mcp-servers-config.json');
    const write = (mcpServers: unknown): Promise<void> => writeFile(file, JSON.stringify({ mcpServers }));
    await write({ one: { url: one.url }, wrong: { type: 'telepathy' }, off: { url: one.url, enabled: false } });
    const gateway = testGateway({ configFile: file });
    await gateway.onApplicationBootstrap();
    expect(gateway.hasServer('one')).toBe(true);
    expect([gateway.hasServer('wrong'), gateway.hasServer('off')]).toEqual([false, false]);
    expect(gateway.getStatus().problems.join()).toContain('mcpServers.wrong.type');
    expect(await names(gateway, 'one')).toEqual(['a']);
    await write({ one: { url: two.url } });
    await vi.waitFor(async () => expect(await names(gateway, 'one')).toEqual(['b']), { timeout: 5_000 });
    await vi.waitFor(() => expect(one.sessions.size).toBe(0));
    await writeFile(file, '{"mcpServers": ');
    await vi.waitFor(() => expect(gateway.getStatus().problems.join()).toContain('not valid JSON'), { timeout: 5_000 });
    expect(await names(gateway, 'one')).toEqual(['b']);
    await writeFile(file, '{}');
    await vi.waitFor(() => expect(gateway.hasServer('one')).toBe(false), { timeout: 5_000 });
  });

  it('is waited for by the first request when nobody booted the gateway', async () => {
    const server = await testServer([tool('a')]);
    const gateway = testGateway({ configSources: [new InMemoryMcpConfigSource({ one: { url: server.url } })] });
    expect(await names(gateway, 'one')).toEqual(['a']);
  });

  it('that does not come delays the boot a little, and nothing else', async () => {
    const server = await testServer([tool('a')]);
    let arrive: (configs: McpServerConfigs) => void = () => {};
    const slow = { list: () => new Promise<McpServerConfigs>((resolve) => (arrive = resolve)) };
    const gateway = testGateway({
      configSources: [slow],
      servers: { here: { url: server.url } },
      connectTimeoutMs: 300,
    });
    const begin = Date.now();
    await gateway.onApplicationBootstrap();
    expect(Date.now() - begin).toBeLessThan(4_000);
    expect(await names(gateway, 'here')).toEqual(['a']);
    arrive({ late: { url: server.url } });
    await vi.waitFor(() => expect(gateway.hasServer('late')).toBe(true));
  });

  it('from code goes before the option, and that before the sources', async () => {
    const [first, second, third] = await Promise.all(['a', 'b', 'c'].map((name) => testServer([tool(name)])));
    const source = new InMemoryMcpConfigSource({ x: { url: third!.url }, y: { url: third!.url } });
    const gateway = testGateway({ servers: { x: { url: second!.url } }, configSources: [source] });
    await gateway.onApplicationBootstrap();
    expect(await names(gateway, 'x')).toEqual(['b']);
    expect(await names(gateway, 'y')).toEqual(['c']);
    await gateway.addMcpServer('x', { url: first!.url });
    expect(await names(gateway, 'x')).toEqual(['a']);
    await gateway.removeMcpServer('x');
    await gateway.removeMcpServer('y');
    expect([gateway.hasServer('x'), gateway.hasServer('y')]).toEqual([false, false]);
    source.add('z', { url: third!.url });
    await vi.waitFor(() => expect(gateway.hasServer('z')).toBe(true));
    expect(gateway.hasServer('y')).toBe(false);
    source.add('y', { url: second!.url });
    await vi.waitFor(() => expect(gateway.hasServer('y')).toBe(true));
    expect(await names(gateway, 'y')).toEqual(['b']);
  });

  it('that is refused is told to the one who adds it', async () => {
    const gateway = testGateway({ envPlaceholders: ['ALLOWED'] });
    await expect(gateway.addMcpServer('x', { command: 'run', env: { KEY: '${SECRET_KEY}' } })).rejects.toThrow(
      'SECRET_KEY',
    );
    await expect(gateway.addMcpServer('x', {})).rejects.toMatchObject({ code: 'invalid_definition' });
    expect(gateway.hasServer('x')).toBe(false);
  });

  it('may turn a global server into a template, and back', async () => {
    const server = await testServer([tool('a')]);
    const gateway = testGateway({ servers: { x: { url: server.url } } });
    expect(await names(gateway, 'x')).toEqual(['a']);
    await gateway.addMcpServer('x', { url: server.url, scope: 'user' });
    expect([gateway.hasServer('x'), gateway.hasServer('x', 'u1')]).toEqual([false, true]);
    expect(await names(gateway, 'x')).toEqual([]);
    expect(await gateway.getUserAvailableTools(['x'], 'u1')).toHaveLength(1);
    await gateway.addMcpServer('x', { url: server.url });
    expect([gateway.hasServer('x'), gateway.hasServer('x', 'u1')]).toEqual([true, false]);
    expect(await gateway.getUserAvailableTools(['x'], 'u1')).toEqual([]);
    await vi.waitFor(() => expect(server.sessions.size).toBe(0));
  });
});
