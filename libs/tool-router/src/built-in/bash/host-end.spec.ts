import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { isRunning, waitFor } from './fixtures/wait-for.js';

describe('the end of the host', () => {
  let folder: string;

  beforeAll(async () => {
    // Below the project, so that the built file finds the packages that it imports.
    const cache = join(process.cwd(), 'node_modules/.cache');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'bash-host-'));
    const entry = join(__dirname, 'fixtures/host.ts');
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: entry,
        outDir: folder,
        emptyOutDir: false,
        rollupOptions: { output: { entryFileNames: 'host.mjs' } },
      },
    });
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['shutdown', 'exit'])('by SIGTERM leaves no process behind: %s', async (ending) => {
    const workspace = await mkdtemp(join(folder, 'ws-'));
    await writeFile(join(workspace, 'pids'), '');
    const host = fork(join(folder, 'host.mjs'), [workspace, ending], { stdio: 'inherit' });
    const exited = new Promise((resolve) => host.once('exit', resolve));
    await new Promise((resolve) => host.once('message', resolve));
    const pids = (await readFile(join(workspace, 'pids'), 'utf8')).trim().split('\n').map(Number);
    expect(pids.filter(isRunning)).toEqual(pids);
    host.kill('SIGTERM');
    await exited;
    await waitFor(() => !pids.some(isRunning), 'all are gone');
  });
});
