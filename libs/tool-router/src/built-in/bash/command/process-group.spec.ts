import { spawn, type ChildProcess } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { isRunning, waitFor } from '../fixtures/wait-for.js';
import { endMarked } from './end-marked.js';
import { hasRunningMember, processesWith } from './proc-table.js';
import { ProcessGroup } from './process-group.js';

const started: ChildProcess[] = [];

async function startGroup(script: string, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn('bash', ['-c', `echo up; ${script}`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  started.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child.pid!;
}

async function threadsOf(ids: readonly number[]): Promise<number> {
  return ids.length === 1 ? (await readdir(`/proc/${ids[0]}/task`)).length : 0;
}

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

describe('ProcessGroup', () => {
  it('ends all members with the polite signal where they listen to it', async () => {
    const leader = await startGroup('sleep 300 & sleep 300 & wait');
    const group = new ProcessGroup(leader);
    expect(await group.isAlive()).toBe(true);
    expect(await group.end(5_000)).toBe(true);
    expect(await hasRunningMember(leader)).toBe(false);
  });

  it('ends by force who does not', async () => {
    const leader = await startGroup(`bash -c "trap '' TERM; while :; do sleep 1; done" & wait`);
    const group = new ProcessGroup(leader);
    const [first, second] = await Promise.all([group.end(100), group.end(60_000)]);
    expect([first, second]).toEqual([true, true]);
    expect(await hasRunningMember(leader)).toBe(false);
  });

  it('does not count a zombie as alive', async () => {
    // The shell is replaced by a program that never reaps the child it inherits.
    const leader = await startGroup('sleep 0.05 & exec sleep 300');
    const group = new ProcessGroup(leader);
    expect(await group.goneWithin(300)).toBe(false);
    process.kill(leader, 'SIGKILL');
    expect(await group.goneWithin(5_000)).toBe(true);
  });

  it('never signals a group that it saw gone, nor its own, nor everybody', async () => {
    for (const leader of [undefined, 0, 1]) {
      const group = new ProcessGroup(leader);
      expect(await group.isAlive()).toBe(false);
      group.signal('SIGKILL');
      expect(await group.end(10)).toBe(true);
    }
  });
});

describe('processesWith', () => {
  it('finds by its environment a process that left the group', async () => {
    // Of this run alone: another one may go on beside it, or have been killed.
    const mark = `q${process.pid}`;
    const leader = await startGroup('setsid sleep 300 & wait', { MARK_OF_TEST: mark });
    await waitFor(async () => (await processesWith(`MARK_OF_TEST=${mark}\0`, 0)).length === 2, 'both are marked');
    const found = await processesWith(`MARK_OF_TEST=${mark}\0`, leader);
    expect(found).toHaveLength(1);
    expect(await processesWith('MARK_OF_TEST=q\0', 0)).toEqual([]);
    await endMarked(`MARK_OF_TEST=${mark}\0`, 2_000);
    expect([leader, ...found].filter(isRunning)).toEqual([]);
  });

  it.each([
    ['few', ''],
    ['many', 'for i in {1..80}; do (:); done; '],
  ])('finds it where the host gave out %s ids since, and none of its threads', async (_, before) => {
    const mark = `t${process.pid}.${before.length}`;
    const script = `MARK_OF_TEST=${mark} setsid "$NODE" -e 'setInterval(() => {}, 1000)' & wait`;
    const leader = await startGroup(before + script, { NODE: process.execPath });
    const marked = async (): Promise<readonly number[]> => processesWith(`MARK_OF_TEST=${mark}\0`, leader);
    await waitFor(async () => (await threadsOf(await marked())) > 4, 'node has its threads');
    const found = await marked();
    expect(found).toHaveLength(1);
    await endMarked(`MARK_OF_TEST=${mark}\0`, 2_000);
    expect(found.filter(isRunning)).toEqual([]);
  });
});
