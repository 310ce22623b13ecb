import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { childrenOf, isRunning } from './fixtures/child-processes.js';

const root = join(__dirname, '..');
const everything = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string;
beforeAll(async () => {
  // Below node_modules, so that the built program finds its packages.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'terminal-'));
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { 'nestjs-tool-router': join(root, 'libs/tool-router/src/index.ts') } },
    build: {
      ssr: join(root, 'src/main.ts'),
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'main.cjs', format: 'cjs' } },
    },
  });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function configure(content: object): string {
  const file = join(folder, 'tools.json');
  writeFileSync(file, JSON.stringify({ workspaceRoot: '.', ...content }));
  return file;
}

function start(...words: string[]) {
  const child = spawn(process.execPath, [join(folder, 'main.cjs'), ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => void (texts[name] += text));
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...texts }));
  });
  return { child, ended };
}
const run = (...words: string[]) => start(...words).ended;

describe('the terminal program', () => {
  it('writes the answer, and nothing else, to its standard output', async () => {
    // A server that cannot start is logged, and the list is still a list.
    const broken = { command: join(folder, 'no-such-program') };
    const config = configure({ builtIn: ['glob'], mcpServers: { broken, bad: { url: 'gopher://example.com' } } });
    const { code, stdout, stderr } = await run('list', '--config', config);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ function: { name: 'glob' } }]);
    expect(stderr).toContain('bad.url');
  });

  it('ends with 0 for a success, and with 1 for a call that failed', async () => {
    const config = configure({ builtIn: ['read_file'] });
    const read = await run('call', 'read_file', '{"path":"tools.json"}', '--config', config);
    expect(read).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(read.stdout)).toMatchObject({ path: 'tools.json', content: expect.stringContaining('builtIn') });
    const failed = await run('call', 'read_file', '{"path":"none.txt"}', '--config', config);
    expect(failed).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(failed.stdout)).toMatchObject({ ok: false, error: { kind: 'not_found' } });
  });

  it('ends with 2 where nothing could be run, and says why without a stack', async () => {
    const nonsense = await run('dance');
    expect(nonsense).toMatchObject({ code: 2, stdout: '' });
    expect(nonsense.stderr).toMatch(/^Usage:\n.*list/);
    const missing = await run('list', '--config', join(folder, 'none.json'));
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toMatch(/none\.json cannot be read/);
    const unknown = await run('list', '--config', configure({ builtIn: ['fly'] }));
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr.trim().split('\n')).toEqual([expect.stringContaining('"fly" is no built-in coding tool')]);
  });

  it.runIf(existsSync('/proc/self/stat'))('takes its servers along when it is interrupted', async () => {
    const config = configure({ mcpServers: { all: { command: process.execPath, args: [everything, 'stdio'] } } });
    const slow = JSON.stringify({ duration: 60, steps: 60 });
    const { child, ended } = start('call', 'trigger-long-running-operation', slow, '--config', config);
    const servers = () => childrenOf(child.pid ?? 0, 'server-everything');
    const end = Date.now() + 20_000;
    while (servers().length === 0 && Date.now() < end) await sleep(50);
    const [server] = servers();
    expect(server).toBeDefined();
    child.kill('SIGINT');
    const { code, signal } = await ended;
    expect(signal ?? code).not.toBe(0);
    expect(isRunning(server?.pid ?? 0)).toBe(false);
  });
});
