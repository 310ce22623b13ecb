import { setImmediate as nextTurn } from 'node:timers/promises';
import { lockedPaths, withPathLocks } from './locks.js';

describe('withPathLocks', () => {
  it('runs holders of one path one after the other, in order', async () => {
    const log: string[] = [];
    const task = (name: string) => (): Promise<void> =>
      withPathLocks(['/a'], async () => {
        log.push(`${name} in`);
        await nextTurn();
        log.push(`${name} out`);
      });
    await Promise.all(['1', '2', '3'].map((name) => task(name)()));
    expect(log).toEqual(['1 in', '1 out', '2 in', '2 out', '3 in', '3 out']);
  });

  it('cannot deadlock on several paths, whatever their order, and frees them all', async () => {
    const paths = ['/a', '/b', '/c', '/d'];
    const counts = new Map(paths.map((path) => [path, 0]));
    const runs = Array.from({ length: 200 }, (_, run) => {
      const own = [paths[run % 4] ?? '', paths[(run * 7 + 1) % 4] ?? '', paths[run % 4] ?? ''];
      return withPathLocks(own, async () => {
        const before = own.map((path) => counts.get(path) ?? 0);
        await nextTurn();
        own.forEach((path, at) => counts.set(path, (before[at] ?? 0) + 1));
      });
    });
    await Promise.all(runs);
    const expected = Array.from({ length: 200 }, (_, run) => new Set([run % 4, (run * 7 + 1) % 4]).size);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(expected.reduce((sum, n) => sum + n, 0));
    expect(lockedPaths()).toBe(0);
  });

  it('frees the path when the work fails', async () => {
    await expect(withPathLocks(['/a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withPathLocks(['/a'], () => Promise.resolve('yes'))).toBe('yes');
    expect(lockedPaths()).toBe(0);
  });
});
