import { getEventListeners } from 'node:events';
import { CallScope } from './call-scope.js';

const never = () => new Promise<never>(() => undefined);
const codeOf = async (work: Promise<unknown>) =>
  ((await work.catch((error: unknown) => error)) as { code: string }).code;

describe('CallScope', () => {
  it('ends work that lasts too long, and says whether it had been started', async () => {
    const early = new CallScope('slow', undefined, 15);
    await expect(early.race(never(), new Set())).rejects.toMatchObject({
      code: 'timeout',
      modelMessage: expect.stringContaining('had not been started') as string,
    });
    const late = new CallScope('slow', undefined, 15);
    late.dispatch();
    await expect(late.race(never(), new Set())).rejects.toMatchObject({
      code: 'timeout',
      modelMessage: expect.stringContaining('had been started') as string,
    });
  });

  it('gives a signal that fires at the end, also to those who read it afterwards', async () => {
    const scope = new CallScope('slow', undefined, 10);
    const { signal } = scope;
    await codeOf(scope.race(never(), new Set()));
    expect(signal.aborted).toBe(true);
    const other = new CallScope('slow', undefined, 10);
    await codeOf(other.race(never(), new Set()));
    expect(other.signal.aborted).toBe(true);
  });

  it('follows the request with one listener for any number of calls, and lets go of each', async () => {
    const request = new AbortController();
    const pending = new Set<CallScope>();
    const races = Array.from({ length: 50 }, () =>
      codeOf(new CallScope('x', request.signal, 5_000).race(never(), pending)),
    );
    expect(getEventListeners(request.signal, 'abort')).toHaveLength(1);
    expect(pending.size).toBe(50);
    request.abort();
    expect(new Set(await Promise.all(races))).toEqual(new Set(['cancelled']));
    expect(pending.size).toBe(0);
  });

  it.each([
    [0, 'timeout'],
    [-5, 'timeout'],
    [Number.NaN, 'timeout'],
  ])('runs nothing with %d ms', (limit, code) => {
    expect(() => new CallScope('x', undefined, limit).dispatch()).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('runs nothing for a request that was cancelled before', () => {
    expect(() => new CallScope('x', AbortSignal.abort(null), 1_000).dispatch()).toThrow(
      expect.objectContaining({ code: 'cancelled' }) as Error,
    );
  });

  it('takes time limits above what a timer can hold', async () => {
    await expect(new CallScope('x', undefined, 1e12).race(Promise.resolve(3), new Set())).resolves.toBe(3);
  });

  it('swallows a failure that comes after the end', async () => {
    const rejections: unknown[] = [];
    const watch = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', watch);
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise((_, reject) => {
      fail = reject;
    });
    await codeOf(new CallScope('x', undefined, 5).race(work, new Set()));
    fail(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', watch);
    expect(rejections).toEqual([]);
  });
});
