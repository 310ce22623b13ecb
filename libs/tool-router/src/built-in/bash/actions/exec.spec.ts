import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBash, type OpenBash } from '../fixtures/open-bash.js';
import { isRunning, waitFor } from '../fixtures/wait-for.js';

let bash: OpenBash;

beforeEach(async () => {
  bash = await openBash();
});

afterEach(async () => {
  await bash.close();
});

async function pidsIn(file: string): Promise<number[]> {
  return (await readFile(join(bash.root, file), 'utf8')).trim().split('\n').map(Number);
}

describe('what exec answers', () => {
  it('has both streams, the exit code and where it ran', async () => {
    const answer = await bash.run({ command: 'echo out; echo err >&2; exit 4' });
    expect(answer).toMatchObject({
      command: 'echo out; echo err >&2; exit 4',
      workingDirectory: '.',
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 4,
      signal: null,
      timedOut: false,
      truncated: { stdout: false, stderr: false },
    });
    expect(Number.isInteger(answer.durationMs)).toBe(true);
    expect(answer).not.toHaveProperty('note');
    expect(answer).not.toHaveProperty('leftRunning');
  });

  it.each([
    ['TERM', 'SIGTERM', 143],
    ['KILL', 'SIGKILL', 137],
    ['SEGV', 'SIGSEGV', 139],
  ])('names the signal %s and never calls it success', async (name, signal, exitCode) => {
    expect(await bash.run({ command: `kill -${name} $$` })).toMatchObject({ exitCode, signal, timedOut: false });
  });

  it('tells a missing program by its code and name', async () => {
    const answer = await bash.run({ action: 'exec', command: 'first || frobnicate' });
    expect(answer.exitCode).toBe(127);
    expect(answer.stderr).toContain('frobnicate');
  });

  it.each([
    ["echo 'a # b' # c", 'a # b\n'],
    ['cat <<EOT\nhere $((1 + 1))\nEOT', 'here 2\n'],
    ['echo one \\\n two', 'one two\n'],
    ['echo "wow!"; echo `echo x` "$(printf %s "a\\"b")"', 'wow!\nx a"b\n'],
    ['printf "%s" "ünï 🌿"', 'ünï 🌿'],
  ])('runs the text as it is: %j', async (command, stdout) => {
    expect(await bash.run({ command })).toMatchObject({ stdout, stderr: '', exitCode: 0 });
  });

  it('cuts a very long command in the answer only', async () => {
    const text = 'text of a file\n'.repeat(20_000);
    const answer = await bash.run({ command: `cat > long.txt <<'EOT'\n${text}EOT\nwc -c < long.txt` });
    expect(answer.stdout.trim()).toBe(String(text.length));
    expect(answer.command).toHaveLength(1_001);
  });

  it('cleans the output and never splits a character of it', async () => {
    const command = `printf 'gr\\303'; sleep 0.1; printf '\\274n \\033[3'; sleep 0.1; printf '2mja\\033[0m\\r\\n'`;
    expect((await bash.run({ command })).stdout).toBe('grün ja\n');
  });

  it('has streams that scripts can open by name', async () => {
    const command = 'echo a > /dev/stdout; echo b > /dev/stderr; echo c | tee /dev/stderr; echo d >> /dev/fd/1';
    expect(await bash.run({ command })).toMatchObject({ stdout: 'a\nc\nd\n', stderr: 'b\nc\n' });
  });

  it('keeps head and tail of each stream and tells what is missing', async () => {
    const small = await openBash({ maxOutputChars: 20 });
    const { stdout, stderr, truncated } = await small.run({ command: 'seq 1000 1999; echo fine >&2' });
    expect(stdout).toBe('1000\n1001\n\n[... 4980 characters left out ...]\n1998\n1999\n');
    expect(stderr).toBe('fine\n');
    expect(truncated).toEqual({ stdout: true, stderr: false });
    await small.close();
  });
});

describe('where exec runs', () => {
  it('starts in a folder of the workspace', async () => {
    await mkdir(join(bash.root, 'pkg/core'), { recursive: true });
    const answer = await bash.run({ command: 'pwd', cwd: 'pkg/core' });
    expect(answer).toMatchObject({ workingDirectory: 'pkg/core', stdout: `${bash.root}/pkg/core\n` });
  });

  it('refuses another place before anything runs', async () => {
    await symlink(tmpdir(), join(bash.root, 'away'));
    await writeFile(join(bash.root, 'notes.md'), '');
    const kinds: unknown[] = [];
    for (const cwd of ['../..', '/usr', 'away', 'missing', 'notes.md', '', 7]) {
      for (const action of ['exec', 'start']) {
        const { error } = await bash.run({ action, command: `touch ${bash.root}/ran`, cwd });
        kinds.push(error?.kind);
        expect(error?.message).not.toContain(bash.root);
      }
    }
    expect(new Set(kinds)).toEqual(new Set(['outside', 'not_found', 'validation']));
    await expect(readFile(join(bash.root, 'ran'))).rejects.toThrow('ENOENT');
    expect((await bash.run({ command: 'echo ok' })).stdout).toBe('ok\n');
  });

  it('sees neither the secrets of the host nor its start-up files, and no terminal', async () => {
    const names = ['WEATHER_API_KEY', 'BASH_ENV', 'NODE_OPTIONS', 'BUILD_FLAVOUR'];
    const before = names.map((name) => [name, process.env[name]] as const);
    const open = await openBash({ bashEnvironment: ['BUILD_FLAVOUR'] });
    try {
      await writeFile(join(open.root, 'rc'), 'echo from-rc');
      Object.assign(process.env, { WEATHER_API_KEY: 'k', BASH_ENV: join(open.root, 'rc'), BUILD_FLAVOUR: 'mild' });
      const command =
        'echo "${WEATHER_API_KEY-none} ${BASH_ENV-none} ${NODE_OPTIONS-none} $BUILD_FLAVOUR $TERM"; test -t 0 || test -t 1 || echo plain';
      expect((await open.run({ command })).stdout).toBe('none none none mild dumb\nplain\n');
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await open.close();
    }
  });
});

describe('when exec ends', () => {
  it('is with the shell, not with a child that holds its output; the child is stopped', async () => {
    const answer = await bash.run({ command: 'sleep 300 & echo $! > child; echo started', timeoutMs: 20_000 });
    expect(answer).toMatchObject({ stdout: 'started\n', exitCode: 0, timedOut: false });
    expect(answer.note).toContain('were stopped');
    expect((await pidsIn('child')).filter(isRunning)).toEqual([]);
  });

  it('waits for helpers that pass on the last of the output', async () => {
    const answer = await bash.run({ command: 'echo slow > >(sleep 0.05; tr a-z A-Z)' });
    expect(answer.stdout).toBe('SLOW\n');
    expect(answer).not.toHaveProperty('note');
  });

  it('gives a reader the end of its input at once', async () => {
    expect(await bash.run({ command: 'cat; read -r line || echo nothing' })).toMatchObject({ stdout: 'nothing\n' });
  });

  it('reports a child that left the group, whether or not it holds the output', async () => {
    const loud = await bash.run({ command: 'setsid sleep 300 & echo $! > a; sleep 0.05; echo on', timeoutMs: 20_000 });
    const quiet = await bash.run({ command: 'setsid sleep 300 > /dev/null 2>&1 & echo $! > b; sleep 0.05' });
    expect(loud).toMatchObject({ stdout: 'on\n', leftRunning: await pidsIn('a') });
    expect(quiet.leftRunning).toEqual(await pidsIn('b'));
    expect(quiet.note).toContain('left the process group');
    await bash.registry.shutdown();
    expect([...loud.leftRunning!, ...quiet.leftRunning!].filter(isRunning)).toEqual([]);
  });

  it('stops a tree three levels deep at the timeout and keeps what was written', async () => {
    const tree = `bash -c 'bash -c "sleep 300 & echo \\$! >> pids; wait" & echo $! >> pids; wait' & echo $! >> pids`;
    const answer = await bash.run({ command: `${tree}; echo $$ >> pids; echo begun; wait`, timeoutMs: 700 });
    expect(answer).toMatchObject({ timedOut: true, stdout: 'begun\n', exitCode: 143, signal: 'SIGTERM' });
    expect(answer.error).toMatchObject({ kind: 'timeout', message: expect.stringContaining('700 ms') });
    expect(answer.error?.hint).toContain('start');
    const pids = await pidsIn('pids');
    expect(pids).toHaveLength(4);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  it('kills what ignores the polite signal, and reports what left the group before', async () => {
    const fast = await openBash({ processStopGraceMs: 100 });
    const command = `trap '' TERM; setsid sleep 300 & echo $!; while :; do sleep 0.05; done`;
    const answer = await fast.run({ command, timeoutMs: 400 });
    expect(answer).toMatchObject({ timedOut: true, exitCode: 137, signal: 'SIGKILL' });
    expect(answer.leftRunning).toEqual([Number(answer.stdout)]);
    await fast.close();
    expect(isRunning(Number(answer.stdout))).toBe(false);
  });

  it('is in time for the deadline of the call', async () => {
    const answer = await bash.run({ command: 'echo here; sleep 300' }, { remainingMs: 600 });
    expect(answer).toMatchObject({ timedOut: true, stdout: 'here\n' });
    expect(answer.durationMs).toBeLessThan(5_000);
    expect(answer.note).toContain('the time that is left');
  });

  it('stops everything when the call is cancelled, and runs nothing when it was before', async () => {
    const cancel = new AbortController();
    const running = bash.run({ command: 'sleep 300 & echo $! > child; wait' }, { signal: cancel.signal });
    await waitFor(
      () =>
        pidsIn('child').then(
          (pids) => pids[0]! > 0,
          () => false,
        ),
      'the child runs',
    );
    cancel.abort();
    expect((await running).error?.kind).toBe('cancelled');
    expect((await pidsIn('child')).filter(isRunning)).toEqual([]);
    const late = await bash.run({ command: 'touch late' }, { signal: cancel.signal });
    expect(late.error?.kind).toBe('cancelled');
    await expect(readFile(join(bash.root, 'late'))).rejects.toThrow('ENOENT');
  });
});

describe('what exec refuses', () => {
  it.each([
    [{}, 'command'],
    [{ command: '  ' }, 'command'],
    [{ command: ['ls'] }, 'command'],
    [{ command: null }, 'command'],
    [{ command: 'ls', timeoutMs: 0 }, 'timeoutMs'],
    [{ command: 'ls', action: 'run' }, 'action'],
    [{ command: 'ls', action: 5 }, 'action'],
    [{ command: 'ls', action: 'constructor' }, 'action'],
    [{ command: 'printf "\0"' }, 'NUL'],
  ])('%j, naming the argument', async (args, name) => {
    const { error } = await bash.run(args);
    expect(error).toMatchObject({ kind: 'validation', message: expect.stringContaining(name) });
  });

  it('nothing for an action that is blank or padded', async () => {
    for (const action of ['', ' exec ', null]) {
      expect((await bash.run({ action, command: 'echo x' })).stdout).toBe('x\n');
    }
  });
});
