import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openBash } from '../fixtures/open-bash.js';
import { PipeSupply } from './pipe-supply.js';

describe('PipeSupply', () => {
  it('connects a child that opens its streams by name', async () => {
    const pipes = new PipeSupply();
    const [input, output] = [pipes.open('in')!, pipes.open('out')!];
    const child = spawn('sh', ['-c', 'read -r line < /dev/stdin; echo "got $line" > /dev/stdout'], {
      stdio: [input.child, output.child, 'inherit'],
    });
    closeSync(input.child);
    closeSync(output.child);
    input.own.write('through\n');
    expect(await text(output.own)).toBe('got through\n');
    input.own.destroy();
    if (child.exitCode === null) await once(child, 'exit');
    pipes.close();
  });

  it('leaves neither files nor descriptors behind', async () => {
    const before = process.env['TMPDIR'];
    const folder = await mkdtemp(join(tmpdir(), 'pipes-'));
    const descriptors = (await readdir('/proc/self/fd')).length;
    try {
      process.env['TMPDIR'] = folder;
      const pipes = new PipeSupply();
      for (let count = 0; count < 80; count += 1) {
        const { own, child } = pipes.open(count % 2 === 0 ? 'in' : 'out')!;
        closeSync(child);
        own.destroy();
        await once(own, 'close');
      }
      expect((await readdir('/proc/self/fd')).length).toBeGreaterThan(descriptors);
      pipes.close();
      expect(pipes.open('out')).toBeUndefined();
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
    expect(await readdir(folder)).toEqual([]);
    expect((await readdir('/proc/self/fd')).length).toBe(descriptors);
    await rm(folder, { recursive: true });
  });

  it('is done without where the host cannot make pipes', async () => {
    const path = process.env['PATH'];
    const folder = await mkdtemp(join(tmpdir(), 'no-mkfifo-'));
    const bash = await openBash();
    try {
      process.env['PATH'] = folder;
      expect(await bash.run({ command: 'echo out; echo err >&2' })).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
    } finally {
      process.env['PATH'] = path;
      await bash.close();
      await rm(folder, { recursive: true });
    }
  });
});
