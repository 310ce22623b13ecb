import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as library from 'nestjs-tool-router';
import { tryServer, type Trial } from '../../tools/nightly/try-server.mjs';

const ODD = join(__dirname, 'fixtures/odd-server.mjs');
const script = (name: string): string => require.resolve(`@modelcontextprotocol/${name}/dist/index.js`);
const command = (path: string, ...args: string[]): library.McpServerConfig => ({
  command: process.execPath,
  args: [path, ...args],
});

let folder: string;
const cleanUps: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'real-servers-'));
  await writeFile(join(folder, 'note.txt'), 'buy three lemons');
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});
afterAll(() => rm(folder, { recursive: true }));

/** What holds for every server. */
function expectGood(trial: Trial, tools: number): void {
  expect(trial.reason).toBeUndefined();
  expect(trial.state).toBe('connected');
  expect(trial.names.length).toBeGreaterThanOrEqual(tools);
  expect(new Set(trial.names).size).toBe(trial.names.length);
  expect(trial.badNames).toEqual([]);
  const all = trial.names.length;
  expect(trial.projected).toEqual({ openai: all, 'openai-responses': all, anthropic: all, gemini: all });
  expect(trial.result.errorCode).toBeUndefined();
  expect(trial.processesLeft).toEqual([]);
}

async function everythingOver(transport: 'streamableHttp' | 'sse'): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [script('server-everything'), transport], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  cleanUps.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), { timeout: 20_000, interval: 50 });
  return port;
}

describe('the reference servers', () => {
  it.each(['stdio', 'streamableHttp', 'sse'] as const)('everything, over %s', async (transport) => {
    let config = command(script('server-everything'), 'stdio');
    if (transport !== 'stdio') {
      const port = await everythingOver(transport);
      // The older transport of this server listens on the name only.
      const url = transport === 'sse' ? `http://localhost:${port}/sse` : `http://127.0.0.1:${port}/mcp`;
      config = { type: transport === 'sse' ? 'sse' : 'http', url };
    }
    const trial = await tryServer(library, config, { tool: 'get-sum', arguments: { a: 19, b: 4 } });
    expectGood(trial, 10);
    expect(trial.result.output).toBe('The sum of 19 and 4 is 23.');
  });

  it('filesystem', async () => {
    const call = { tool: 'read_text_file', arguments: { path: join(folder, 'note.txt') } };
    const trial = await tryServer(library, command(script('server-filesystem'), folder), call);
    expectGood(trial, 10);
    expect(trial.result.output).toBe('buy three lemons');
  });

  it('memory', async () => {
    const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
    const entity = { name: 'Grace', entityType: 'admiral', observations: ['finds bugs'] };
    const call = { tool: 'create_entities', arguments: { entities: [entity] } };
    const trial = await tryServer(library, { ...command(script('server-memory')), env }, call);
    expectGood(trial, 9);
    expect(JSON.parse(trial.result.output)).toEqual([entity]);
  });

  it('sequential thinking', async () => {
    const thought = { thought: 'first', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 };
    const call = { tool: 'sequentialthinking', arguments: thought };
    const trial = await tryServer(library, command(script('server-sequential-thinking')), call);
    expectGood(trial, 1);
    expect(JSON.parse(trial.result.output)).toMatchObject({ thoughtNumber: 1, totalThoughts: 2 });
  });
});

describe('odd servers', () => {
  it('with names that no model API takes are shown under others, and called by their own', async () => {
    const trial = await tryServer(library, command(ODD, 'names'), { tool: '数据 查询', arguments: {} });
    expectGood(trial, 6);
    expect(trial.result.output).toBe('ran 数据 查询');
    expect(trial.names.filter((name) => trial.rawNames.includes(name))).toEqual([]);
  });

  it('with schemas that refer to themselves lose nothing', async () => {
    const root = { value: 5, children: [{ value: 6 }, { value: 7, children: [{ value: 8 }] }] };
    const trial = await tryServer(library, command(ODD, 'references'), { tool: 'sum_tree', arguments: { root } });
    expectGood(trial, 1);
    expect(trial.result.output).toBe('sum 26');
    expect(trial.schemas[0]).toMatchObject({
      properties: { root: { $ref: '#/$defs/node' } },
      $defs: { node: { properties: { children: { items: { $ref: '#/$defs/node' } } } } },
    });
  });

  it('that print what is no protocol are understood, and the noise is told', async () => {
    const trial = await tryServer(library, command(ODD, 'noise'), { tool: 'quiet', arguments: {} });
    expectGood(trial, 1);
    expect(trial.result.output).toBe('ran quiet');
    expect(trial.warnings.join('\n')).toContain('odd-server 1.0 is starting');
  });
});
