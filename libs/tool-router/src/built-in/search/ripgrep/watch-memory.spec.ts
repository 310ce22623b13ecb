import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watchMemory } from './watch-memory.js';

describe.runIf(process.platform === 'linux')('watchMemory', () => {
  it('tells when a process holds more than it may', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    try {
      await once(child, 'spawn');
      const generous = watchMemory(child.pid, 1e12, () => expect.unreachable());
      await new Promise<void>((resolve) => {
        const unwatch = watchMemory(child.pid, 1_000_000, () => {
          unwatch();
          resolve();
        });
      });
      generous();
    } finally {
      child.kill('SIGKILL');
    }
  });
});
