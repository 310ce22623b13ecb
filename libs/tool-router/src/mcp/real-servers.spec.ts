import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServerConfig } from './definition/mcp-server-config.js';
import { closeAll, closeLater, failureOf, invocation, testGateway } from './fixtures/test-gateway.js';

const bin = (name: string): string => require.resolve(`@modelcontextprotocol/${name}/dist/index.js`);
const process_ = (name: string, ...args: string[]): McpServerConfig => ({
  command: process.execPath,
  args: [bin(name), ...args],
});

afterEach(closeAll);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function everythingOn(transport: 'streamableHttp' | 'sse'): Promise<number> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [bin('server-everything'), transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  closeLater({
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), { timeout: 15_000, interval: 100 });
  return port;
}

describe('server-everything', () => {
  it.each(['stdio', 'streamableHttp', 'sse'] as const)('over %s', async (transport) => {
    const config: McpServerConfig =
      transport === 'stdio'
        ? process_('server-everything', 'stdio')
        : transport === 'sse'
          ? { type: 'sse', url: `http://localhost:${await everythingOn('sse')}/sse` }
          : { url: `http://127.0.0.1:${await everythingOn('streamableHttp')}/mcp` };
    const gateway = testGateway({ servers: { everything: config }, connectTimeoutMs: 20_000 });
    const names = (await gateway.getAvailableTools(['everything'])).map((tool) => tool.function.name);
    expect(names).toContain('echo');
    expect(names.length).toBeGreaterThan(8);
    expect(await gateway.callTool('echo', { message: transport })).toBe(`Echo: ${transport}`);
    expect(await gateway.callTool('get-sum', '{"a": 2, "b": 40}')).toContain('42');
    const image = await gateway.callTool('get-tiny-image');
    expect(image).toMatch(/image\/png/);
    expect(image).not.toMatch(/[A-Za-z0-9+/]{80}/);
    const refused = await failureOf(gateway.callTool('get-sum', { a: 'no number' }));
    expect(refused.code).toBe('tool_error');
    const { tools } = await gateway.projectGlobal(['everything']);
    const long = tools.find(({ origin }) => origin === 'everything:trigger-long-running-operation')!;
    const steps: number[] = [];
    const done = await long.execute(
      { duration: 1, steps: 4 },
      invocation({ remainingMs: 10_000, reportProgress: ({ progress }) => steps.push(progress) }),
    );
    expect(done.text).toContain('completed');
    expect(steps).toEqual([1, 2, 3, 4]);
  });
});

describe('other servers', () => {
  it('list and run: files, memory and thinking', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-files-'));
    closeLater({ stop: () => rm(folder, { recursive: true }) });
    await writeFile(join(folder, 'note.txt'), 'remember the milk');
    const gateway = testGateway({
      connectTimeoutMs: 20_000,
      servers: {
        files: process_('server-filesystem', folder),
        memory: { ...process_('server-memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } },
        thinking: process_('server-sequential-thinking'),
      },
    });
    const tools = await gateway.getAvailableTools(['files', 'memory', 'thinking']);
    expect(tools.length).toBeGreaterThan(15);
    expect(await gateway.callTool('read_text_file', { path: join(folder, 'note.txt') })).toContain('milk');
    await gateway.callTool('create_entities', {
      entities: [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }],
    });
    expect(await gateway.callTool('search_nodes', { query: 'programs' })).toContain('Ada');
    const thought = { thought: 'x', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
    expect(await gateway.callTool('sequentialthinking', thought)).toContain('thoughtNumber');
  });
});
