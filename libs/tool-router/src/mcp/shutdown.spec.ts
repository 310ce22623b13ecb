import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { tool } from './fixtures/http-mcp-server.js';
import { closeAll, closeLater, testServer } from './fixtures/test-gateway.js';

afterEach(closeAll);

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function builtHost(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-host-'));
  closeLater({ stop: () => rm(folder, { recursive: true, force: true }) });
  await symlink(join(__dirname, '../../../../node_modules'), join(folder, 'node_modules'));
  await build({
    configFile: false,
    logLevel: 'silent',
    oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
    build: {
      ssr: join(__dirname, 'fixtures/host.ts'),
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'host.mjs' } },
    },
  });
  return join(folder, 'host.mjs');
}

describe('an application that is told to end', () => {
  it(
    'is gone within its time, with every process of its servers, and ends its sessions',
    { timeout: 60_000 },
    async () => {
      const server = await testServer([tool('look')]);
      server.intercept = ({ http }) => http === 'DELETE';
      const host = fork(await builtHost(), [join(__dirname, 'fixtures/stdio-server.mjs'), server.url], {
        stdio: 'inherit',
      });
      closeLater({ stop: async () => void host.kill('SIGKILL') });
      const messages: { readonly pids?: number[]; readonly inFlight?: string }[] = [];
      host.on('message', (message) => messages.push(message as object));
      const ended = new Promise<[number | null, string | null]>((resolve) => {
        host.once('exit', (code, signal) => resolve([code, signal]));
      });
      await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 30_000 });
      const { pids } = messages[0]!;
      expect(pids!.filter(isAlive)).toHaveLength(6);
      const begin = Date.now();
      host.kill('SIGTERM');
      expect(await ended).toEqual([null, 'SIGTERM']);
      expect(Date.now() - begin).toBeLessThan(9_000);
      expect(messages.slice(1)).toEqual([{ inFlight: 'shutting_down' }]);
      await vi.waitFor(() => expect(pids!.filter(isAlive)).toEqual([]));
      expect(server.log.filter(({ http }) => http === 'DELETE')).toHaveLength(1);
    },
  );
});
