import { readdir } from 'node:fs/promises';
import { openBash, type OpenBash } from './fixtures/open-bash.js';
import { isRunning, waitFor } from './fixtures/wait-for.js';

let bash: OpenBash;

beforeEach(async () => {
  bash = await openBash({ maxProcesses: 2, maxEndedProcesses: 3, processStopGraceMs: 200 });
});

afterEach(async () => {
  await bash.close();
});

const ids = async (caller = {}): Promise<string[]> =>
  (await bash.run({ action: 'list' }, caller)).processes.map((listed) => listed.processId);

describe('ownership', () => {
  it('shows a process to nobody but its user and session, whatever the ids look like', async () => {
    const owners = [
      {},
      { userId: 'ada' },
      { sessionId: 'ada' },
      { userId: 'ada', sessionId: '1' },
      { userId: 'ada:1' },
      { userId: 'ada', sessionId: '__proto__' },
      { userId: '__proto__', sessionId: 'constructor' },
    ];
    const processIds: string[] = [];
    for (const owner of owners)
      processIds.push((await bash.run({ action: 'start', command: 'sleep 300' }, owner)).processId);
    for (const [mine, owner] of owners.entries()) {
      expect(await ids(owner)).toEqual([processIds[mine]]);
      for (const [other, processId] of processIds.entries()) {
        if (other === mine) continue;
        for (const action of ['status', 'logs', 'write', 'stop']) {
          expect((await bash.run({ action, processId, input: '' }, owner)).error?.kind).toBe('not_found');
        }
      }
      expect((await bash.run({ action: 'status', processId: processIds[mine]! }, owner)).status).toBe('running');
    }
  });

  it('takes blank ids as none', async () => {
    const { processId } = await bash.run({ action: 'start', command: 'sleep 300' }, { userId: ' ', sessionId: '' });
    expect(await ids()).toEqual([processId]);
  });

  it('ends the processes of one session when it is over', async () => {
    const mine = await bash.run({ action: 'start', command: 'sleep 300' }, { userId: 'u', sessionId: 'a' });
    const other = await bash.run({ action: 'start', command: 'sleep 300' }, { userId: 'u', sessionId: 'b' });
    await bash.registry.endSession({ userId: 'u', sessionId: 'a' });
    expect([isRunning(mine.pid), isRunning(other.pid)]).toEqual([false, true]);
  });
});

describe('limits', () => {
  it('counts running processes per session, also those that are just starting', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => bash.run({ action: 'start', command: 'sleep 300' })),
    );
    const refused = answers.filter((answer) => answer.error !== undefined);
    expect(refused.map((answer) => answer.error?.kind)).toEqual(['limit', 'limit']);
    expect(refused[0]?.error?.message).toContain('At most 2');
    const running = answers.find((answer) => answer.error === undefined)!;
    expect((await bash.run({ action: 'start', command: 'true' }, { sessionId: 'other' })).status).toBe('running');
    await bash.run({ action: 'stop', processId: running.processId });
    expect((await bash.run({ action: 'start', command: 'true' })).error).toBeUndefined();
  });

  it('keeps the last ended ones, listed newest first', async () => {
    const started: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { processId } = await bash.run({ action: 'start', command: `exit ${count}` });
      started.push(processId);
      await bash.run({ action: 'stop', processId });
    }
    expect(await ids()).toEqual([started[4], started[3], started[2]]);
  });
});

async function runOnce(sessionId: string): Promise<void> {
  const { processId } = await bash.run({ action: 'start', command: 'exit' }, { sessionId });
  await bash.run({ action: 'stop', processId }, { sessionId });
}

describe('memory', () => {
  it('forgets what ended hours ago, and keeps what runs', async () => {
    const { processId } = await bash.run({ action: 'start', command: 'sleep 300' });
    await runOnce('old');
    expect(await ids({ sessionId: 'old' })).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 60 * 60 * 1_000 });
    try {
      expect(await ids({ sessionId: 'old' })).toEqual([]);
      expect(await ids()).toEqual([processId]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('holds a bounded number of ended processes for all sessions together, and no descriptors', async () => {
    await runOnce('first');
    const descriptors = (await readdir('/proc/self/fd')).length;
    const sessions = Array.from({ length: 210 }, (_, index) => `s${index}`);
    for (let at = 0; at < sessions.length; at += 15) await Promise.all(sessions.slice(at, at + 15).map(runOnce));
    const kept = await Promise.all(sessions.map((sessionId) => ids({ sessionId })));
    expect(kept.flat()).toHaveLength(200);
    expect(await ids({ sessionId: 'first' })).toEqual([]);
    expect(await ids({ sessionId: 's209' })).toHaveLength(1);
    // Two for each process would be far more than the unused pipes that wait for the next commands.
    expect((await readdir('/proc/self/fd')).length).toBeLessThan(descriptors + 100);
  });
});

describe('shutdown', () => {
  it('ends commands, processes and what left their groups, then refuses new ones', async () => {
    const running = bash.run({ command: 'echo $$ > exec; sleep 300' });
    const { pid, processId } = await bash.run({
      action: 'start',
      command: "trap '' TERM; setsid sleep 300 & echo stray $!; while :; do sleep 0.05; done",
    });
    const log = (): Promise<string> => bash.run({ action: 'logs', processId }).then(({ content }) => content);
    await waitFor(async () => (await log()).includes('\n'), 'the stray runs');
    const stray = Number((await log()).split(' ')[1]);
    await Promise.all([bash.registry.shutdown(), bash.registry.shutdown()]);
    expect([pid, stray].filter(isRunning)).toEqual([]);
    expect((await running).signal).toBe('SIGTERM');
    for (const action of ['exec', 'start']) {
      expect((await bash.run({ action, command: 'true' })).error?.kind).toBe('cancelled');
    }
    expect((await bash.run({ action: 'status', processId })).status).toBe('stopped');
  });

  it('leaves no listener on the host process', async () => {
    const before = process.listenerCount('exit');
    const answers = Promise.all([bash.run({ command: 'true' }), bash.run({ command: 'true' })]);
    await answers;
    expect(process.listenerCount('exit')).toBe(before);
  });
});
