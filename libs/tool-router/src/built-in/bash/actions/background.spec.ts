import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBash, type BashAnswer, type Caller, type OpenBash } from '../fixtures/open-bash.js';
import { isRunning, waitFor } from '../fixtures/wait-for.js';

let bash: OpenBash;

beforeEach(async () => {
  bash = await openBash({ processStopGraceMs: 300 });
});

afterEach(async () => {
  await bash.close();
});

const start = (command: string, caller?: Caller) => bash.run({ action: 'start', command }, caller);
const ask = (action: string, processId: string, more = {}) => bash.run({ action, processId, ...more });

async function ended(processId: string): Promise<BashAnswer> {
  await waitFor(async () => (await ask('status', processId)).status !== 'running', 'the process ends');
  return ask('status', processId);
}

async function logged(processId: string, text: string): Promise<void> {
  await waitFor(async () => (await ask('logs', processId)).content.includes(text), `the log has ${text}`);
}

describe('start and status', () => {
  it('answers at once with all that is known, and later with how it ended', async () => {
    const before = Date.now();
    const started = await start('read -r line; exit 6');
    expect(started).toEqual({
      processId: expect.stringMatching(/^proc_[0-9a-f]{32}$/),
      command: 'read -r line; exit 6',
      workingDirectory: '.',
      status: 'running',
      pid: expect.any(Number),
      exitCode: null,
      signal: null,
      startedAt: expect.any(Number),
      endedAt: null,
    });
    expect(started.startedAt).toBeGreaterThanOrEqual(before);
    await ask('write', started.processId, { input: 'go\n' });
    const end = await ended(started.processId);
    expect(end).toEqual({ ...started, status: 'exited', exitCode: 6, endedAt: expect.any(Number) });
    expect(end.endedAt).toBeGreaterThanOrEqual(started.startedAt);
  });

  it('reads no start-up file of the shell, though its input is a socket', async () => {
    const home = process.env['HOME'];
    try {
      process.env['HOME'] = bash.root;
      await writeFile(join(bash.root, '.bashrc'), 'echo from-bashrc');
      const { processId } = await start('echo "$HOME"');
      await ended(processId);
      expect((await ask('logs', processId)).content).toBe(`${bash.root}\n`);
    } finally {
      process.env['HOME'] = home;
    }
  });

  it('tells a process that something else killed by its signal, and leaves nothing of its group', async () => {
    const { processId, pid } = await start('sleep 300 & echo $! > child; wait; echo never');
    await waitFor(() => readFile(join(bash.root, 'child'), 'utf8').then(Boolean, () => false), 'the child runs');
    process.kill(pid, 'SIGKILL');
    expect(await ended(processId)).toMatchObject({ status: 'exited', exitCode: 137, signal: 'SIGKILL' });
    expect(isRunning(Number(await readFile(join(bash.root, 'child'), 'utf8')))).toBe(false);
  });

  it('is over with its shell: a server in the background of it is stopped, with a note', async () => {
    const { processId } = await start('sleep 300 & echo $! > child');
    const end = await ended(processId);
    expect(end).toMatchObject({ status: 'exited', exitCode: 0, note: expect.stringContaining('were stopped') });
    expect(isRunning(Number(await readFile(join(bash.root, 'child'), 'utf8')))).toBe(false);
  });

  it.each(['status', 'logs', 'write', 'stop'])('%s of an unknown process names it and the way out', async (action) => {
    for (const processId of ['proc_1', '__proto__', 'constructor', '']) {
      const { error } = await ask(action, processId, { input: '' });
      expect(error).toMatchObject({ kind: 'not_found', message: expect.stringContaining(JSON.stringify(processId)) });
      expect(error?.hint).toContain('list');
    }
    expect((await bash.run({ action, input: '' })).error?.message).toContain('processId');
  });
});

describe('logs', () => {
  it('show a prompt before its line ends, and go on where the last piece ended', async () => {
    const { processId } = await start('printf "Name? "; read -r name; printf "Hi, %s\\n" "$name" >&2');
    await logged(processId, 'Name? ');
    const prompt = await ask('logs', processId, { offset: 0 });
    expect(prompt).toEqual({
      processId,
      offset: 0,
      nextOffset: 6,
      truncated: false,
      content: 'Name? ',
      status: 'running',
      exitCode: null,
    });
    expect((await ask('logs', processId, { offset: 6 })).content).toBe('');
    expect(await ask('write', processId, { input: 'Zoë\n' })).toMatchObject({
      bytesWritten: 5,
      process: { processId, status: 'running' },
    });
    await ended(processId);
    const rest = await ask('logs', processId, { offset: prompt.nextOffset, limit: 4 });
    expect(rest).toMatchObject({ content: 'Hi, ', nextOffset: 10, status: 'exited', exitCode: 0 });
    expect((await ask('logs', processId, { offset: 10 })).content).toBe('Zoë\n');
  });

  it('hold a character back until all of it has come', async () => {
    const { processId } = await start(`printf 'a\\360\\237'; read -r x; printf '\\246\\212b\\n'`);
    await logged(processId, 'a');
    expect((await ask('logs', processId)).content).toBe('a');
    await ask('write', processId, { input: '\n' });
    await ended(processId);
    expect((await ask('logs', processId, { offset: 1 })).content).toBe('🦊b\n');
  });

  it('have everything when the state says that it ended', async () => {
    const { processId } = await start('seq 1 20000');
    expect((await ended(processId)).exitCode).toBe(0);
    const { content } = await ask('logs', processId, { limit: 200_000 });
    expect(content.endsWith('19999\n20000\n')).toBe(true);
  });

  it.each([{ offset: -1 }, { offset: 1.5 }, { limit: 0 }, { limit: 'many' }])('refuse %j', async (more) => {
    const { processId } = await start('true');
    expect((await ask('logs', processId, more)).error?.kind).toBe('validation');
  });
});

describe('write', () => {
  it('is refused after the end, with the reason', async () => {
    const { processId } = await start('exit 2');
    await ended(processId);
    const { error } = await ask('write', processId, { input: 'x' });
    expect(error).toMatchObject({ kind: 'validation', message: expect.stringContaining('exited, exit code 2') });
  });

  it('survives a process that closed its input', async () => {
    const { processId } = await start('exec <&-; echo closed; sleep 300');
    await logged(processId, 'closed');
    const { error } = await ask('write', processId, { input: 'anyone?\n' });
    expect(error).toMatchObject({ kind: 'validation', message: expect.stringContaining('closed its input') });
    expect((await ask('status', processId)).status).toBe('running');
  });

  it('says when nobody reads, and lets only so much wait', async () => {
    const { processId } = await start('sleep 300');
    const answer = await ask('write', processId, { input: 'x'.repeat(900_000) });
    expect(answer).toMatchObject({ bytesWritten: 900_000, note: expect.stringContaining('has not read') });
    const { error } = await ask('write', processId, { input: 'x'.repeat(900_000) });
    expect(error).toMatchObject({ kind: 'limit', message: expect.stringContaining('1000000') });
    expect((await ask('stop', processId)).status).toBe('stopped');
  });

  it('needs the input, which may be empty', async () => {
    const { processId } = await start('cat');
    expect((await ask('write', processId)).error?.message).toContain('input');
    expect((await ask('write', processId, { input: '\ud83c' })).error?.message).toContain('surrogate');
    expect((await ask('write', processId, { input: '' })).bytesWritten).toBe(0);
  });
});

describe('stop', () => {
  it('returns when the whole group is gone, by force if need be, and stays what it was', async () => {
    const { processId } = await start(
      `bash -c "trap '' TERM; echo ready; while :; do sleep 0.05; done" & echo $! > child; wait`,
    );
    await logged(processId, 'ready');
    const stopped = await ask('stop', processId);
    expect(stopped).toMatchObject({ status: 'stopped', signal: 'SIGTERM', exitCode: 143 });
    expect(isRunning(Number(await readFile(join(bash.root, 'child'), 'utf8')))).toBe(false);
    expect(await ask('stop', processId)).toEqual(stopped);
    expect((await ask('logs', processId)).content).toContain('ready');
  });

  it('does not rewrite how a process ended before', async () => {
    const { processId } = await start('echo result; exit 9');
    const end = await ended(processId);
    expect(await ask('stop', processId)).toEqual(end);
    expect(end).toMatchObject({ status: 'exited', exitCode: 9 });
  });

  it('agrees with itself when it races with the end and with other stops', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { processId } = await start(`sleep 0.0${round}; exit 3`);
      const answers = await Promise.all([ask('stop', processId), ask('stop', processId)]);
      const last = await ask('status', processId);
      expect(answers).toEqual([last, last]);
      expect([last.status, last.exitCode]).toEqual(
        last.signal === null ? [expect.stringMatching(/^(exited|stopped)$/), 3] : ['stopped', 143],
      );
      expect(isRunning(last.pid)).toBe(false);
    }
  });

  it('reports a child that left the group', async () => {
    const { processId } = await start('setsid sleep 300 & echo child $!; wait');
    await logged(processId, 'child');
    const child = Number((await ask('logs', processId)).content.split(' ')[1]);
    await waitFor(
      () => readFile(`/proc/${child}/stat`, 'latin1').then((stat) => stat.split(' ')[4] === String(child)),
      'it left',
    );
    const stopped = await ask('stop', processId);
    expect(stopped).toMatchObject({ status: 'stopped', leftRunning: [child] });
    await bash.registry.shutdown();
    expect(isRunning(child)).toBe(false);
  });
});
