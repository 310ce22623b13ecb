import * as fc from 'fast-check';
import { backoffDelay } from './backoff.js';
import { ReconnectLadder } from './reconnect-ladder.js';

const POLICY = { startMs: 1_000, maxMs: 60_000 };

describe('backoffDelay', () => {
  it('doubles up to the maximum and then probes slowly, for ever', () => {
    const even = { ...POLICY, random: () => 0.5 };
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((failures) => backoffDelay(failures, even))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
    ]);
    for (const failures of [20, 1_000, 1_000_000]) expect(backoffDelay(failures, even)).toBe(180_000);
  });

  it('stays within a quarter of the step, and within five times the maximum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (failures, r) => {
          const delay = backoffDelay(failures, { ...POLICY, random: () => r });
          const step = Math.min(1_000 * 2 ** (failures - 1), 60_000);
          expect(delay).toBeGreaterThanOrEqual(Math.floor(step * 0.75));
          expect(delay).toBeLessThanOrEqual(Math.max(step * 1.25, failures > 10 ? 300_000 : 0));
        },
      ),
    );
  });
});

describe('ReconnectLadder', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A server that is down; demand comes every 100 ms from everywhere. */
  function deadServer() {
    const attempts: number[] = [];
    const begin = Date.now();
    const ladder = new ReconnectLadder(POLICY, attempt);
    function attempt(): void {
      attempts.push(Date.now() - begin);
      ladder.failed();
    }
    return { ladder, attempts, attempt };
  }

  it('tries a dead server a few times in a minute, whatever the demand, and no two servers in step', () => {
    const servers = Array.from({ length: 5 }, deadServer);
    for (let ms = 0; ms < 60_000; ms += 100) {
      for (const { ladder, attempt } of servers) if (ladder.mayTry) attempt();
      vi.advanceTimersByTime(100);
    }
    for (const { attempts } of servers) {
      expect(attempts.length).toBeLessThanOrEqual(8);
      expect(attempts.length).toBeGreaterThanOrEqual(5);
      const delays = attempts.slice(1).map((at, index) => at - attempts[index]!);
      for (let index = 1; index < delays.length; index++)
        expect(delays[index]! / delays[index - 1]!).toBeGreaterThan(1.1);
    }
    expect(new Set(servers.map(({ attempts }) => attempts.join())).size).toBe(5);
  });

  it('finds a server that comes back after days', () => {
    const { ladder, attempts, attempt } = deadServer();
    attempt();
    vi.advanceTimersByTime(3 * 24 * 3_600_000);
    const before = attempts.length;
    vi.advanceTimersByTime(300_000);
    expect(attempts.length).toBeGreaterThan(before);
    ladder.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets demand repair the first loss at once, and not the next ones', () => {
    const { ladder } = deadServer();
    ladder.lived(5_000);
    ladder.stumbled();
    expect(ladder.mayTry).toBe(true);
    ladder.lived(5_000);
    ladder.stumbled();
    expect(ladder.mayTry).toBe(false);
    expect(ladder.nextAttemptAt!.getTime()).toBeGreaterThan(Date.now() + 1_000);
  });

  it('forgets failures once a connection has lived long enough', () => {
    const { ladder } = deadServer();
    for (let drop = 0; drop < 10; drop++) {
      ladder.lived(3_600_000);
      ladder.stumbled();
      expect(ladder.failures).toBe(1);
      expect(ladder.mayTry).toBe(true);
    }
  });

  it('leaves a matter of signing in to demand', () => {
    const { ladder, attempts } = deadServer();
    ladder.waitsForSomebody();
    expect(ladder.mayTry).toBe(false);
    vi.advanceTimersByTime(600_000);
    expect(attempts).toEqual([]);
    expect(ladder.mayTry).toBe(true);
    ladder.waitsForSomebody();
    ladder.allowNow();
    expect(ladder.mayTry).toBe(true);
  });
});
