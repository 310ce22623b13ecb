import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bubblewrapSandbox } from './bubblewrap-sandbox.js';
import { sandboxArguments } from './command/sandbox-arguments.js';
import { openBash, type OpenBash } from './fixtures/open-bash.js';
import { isRunning, waitFor } from './fixtures/wait-for.js';

describe('sandboxArguments', () => {
  it('puts the folders in, also those whose names look like places or patterns', () => {
    const command = ['box', '--rw={workspace}', '--at', '{cwd}', '{home}', '$&'] as const;
    expect(sandboxArguments({ command }, '/w/$&{cwd}', '/w/$1')).toEqual([
      'box',
      '--rw=/w/$&{cwd}',
      '--at',
      '/w/$1',
      '{home}',
      '$&',
    ]);
  });
});

describe('a sandbox in front of the shell', () => {
  it('gets the shell and its text as its last arguments', async () => {
    const bash = await openBash({ bashSandbox: { command: ['env', 'BOXED={cwd}', 'IN={workspace}'] } });
    await mkdir(join(bash.root, 'sub'));
    const answer = await bash.run({ command: 'echo "$BOXED|$IN"', cwd: 'sub' });
    expect(answer.stdout).toBe(`${bash.root}/sub|${bash.root}\n`);
    await bash.close();
  });

  it.each(['exec', 'start'])('that is not installed stops %s with its name, and nothing runs', async (action) => {
    const bash = await openBash({ bashSandbox: { command: ['/opt/tools/no-such-box', '--'] } });
    const answer = await bash.run({ action, command: 'touch ran' });
    expect(answer.error).toMatchObject({ kind: 'internal', message: expect.stringContaining('"no-such-box"') });
    expect(answer.error?.message).not.toContain('/opt');
    expect(existsSync(join(bash.root, 'ran'))).toBe(false);
    const { processes } = await bash.run({ action: 'list' });
    expect(processes.map(({ status, pid }) => [status, pid])).toEqual(action === 'start' ? [['failed', null]] : []);
    await bash.close();
  });
});

const [program, ...probe] = sandboxArguments(bubblewrapSandbox(), tmpdir(), tmpdir());
const canSandbox = spawnSync(program, [...probe, 'true']).status === 0;

describe.skipIf(!canSandbox)('bubblewrapSandbox', () => {
  let bash: OpenBash;

  beforeEach(async () => {
    bash = await openBash({ bashSandbox: bubblewrapSandbox() });
  });

  afterEach(async () => {
    await bash.close();
  });

  it('lets a command change the workspace and nothing else', async () => {
    const outside = join(tmpdir(), `outside-${process.pid}`);
    const answer = await bash.run({
      command: `mkdir sub && cd sub && echo in > in.txt; echo out > ${outside}; touch /etc/out /out "$HOME/out"; pwd`,
    });
    expect(answer.stdout).toBe(`${bash.root}/sub\n`);
    expect(answer.stderr.match(/Read-only file system/g)).toHaveLength(3);
    expect(await readFile(join(bash.root, 'sub/in.txt'), 'utf8')).toBe('in\n');
    expect(existsSync(outside)).toBe(false);
  });

  it('has no way to the network, not even to the host itself', async () => {
    const server = createServer((socket) => socket.end('hello\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const command = `cat < /dev/tcp/127.0.0.1/${port}`;
    const free = await openBash();
    expect((await free.run({ command })).stdout).toBe('hello\n');
    expect(await bash.run({ command })).toMatchObject({ stdout: '', exitCode: 1 });
    await free.close();
    server.close();
  });

  it('has a private place for temporary files, and no sockets of services', async () => {
    const answer = await bash.run({ command: 'mktemp > /dev/null && ls -A /run; ls "$TMPDIR" | grep -c "^tmp[.]"' });
    expect(answer).toMatchObject({ stdout: '1\n', stderr: '' });
  });

  it('keeps exit codes, and ends everything inside at the timeout, also what left the group', async () => {
    expect((await bash.run({ command: 'exit 11' })).exitCode).toBe(11);
    const answer = await bash.run({ command: 'setsid sleep 300 & echo up; wait', timeoutMs: 1_000 });
    expect(answer).toMatchObject({ timedOut: true, stdout: 'up\n' });
    expect(answer.leftRunning ?? []).toEqual([]);
  });

  it('runs background processes that can be written to and stopped', async () => {
    const { processId, pid } = await bash.run({ action: 'start', command: 'read -r x; echo got $x; sleep 300' });
    await bash.run({ action: 'write', processId, input: 'it\n' });
    const log = () => bash.run({ action: 'logs', processId });
    await waitFor(async () => (await log()).content === 'got it\n', 'the input arrives');
    expect((await bash.run({ action: 'stop', processId })).status).toBe('stopped');
    expect(isRunning(pid)).toBe(false);
  });
});
