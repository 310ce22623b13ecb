import { openBash } from '../fixtures/open-bash.js';
import { waitFor } from '../fixtures/wait-for.js';

describe('large output', () => {
  it('is drained at full length with constant memory, and the event loop goes on', async () => {
    const bash = await openBash({ maxOutputChars: 1_000_000 });
    const lines = 'a line of a long build log that goes on';
    await bash.run({ command: `yes '${lines}' | head -c 20000000` });
    const before = process.memoryUsage.rss();
    let peak = before;
    let latest = performance.now();
    let longestPause = 0;
    const heartbeat = setInterval(() => {
      const now = performance.now();
      longestPause = Math.max(longestPause, now - latest);
      latest = now;
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 20);
    const answer = await bash.run({ command: `yes '${lines}' | head -c 100000000; echo done >&2` });
    clearInterval(heartbeat);
    expect(answer).toMatchObject({ exitCode: 0, stderr: 'done\n', truncated: { stdout: true, stderr: false } });
    expect(answer.stdout).toContain('[... 99000000 characters left out ...]');
    expect(answer.stdout.length).toBeLessThan(1_000_100);
    expect(peak - before).toBeLessThan(45_000_000);
    expect(longestPause).toBeLessThan(500);
    await bash.close();
  });

  it('of an endless writer ends with its time, and a log keeps its newest part', async () => {
    const bash = await openBash({ maxProcessOutputChars: 1_000 });
    const exec = await bash.run({ command: 'yes forever', timeoutMs: 1_500 });
    expect(exec).toMatchObject({ timedOut: true, truncated: { stdout: true } });
    const started = await bash.run({ action: 'start', command: 'yes again' });
    const read = () => bash.run({ action: 'logs', processId: started.processId, limit: 1e6 });
    await waitFor(async () => (await read()).truncated, 'the log is full');
    const stopped = await bash.run({ action: 'stop', processId: started.processId });
    expect(stopped.status).toBe('stopped');
    const log = await read();
    expect(log.content).toHaveLength(1_000);
    expect(log).toMatchObject({ truncated: true, lost: log.offset, nextOffset: log.offset + 1_000 });
    await bash.close();
  });
});
