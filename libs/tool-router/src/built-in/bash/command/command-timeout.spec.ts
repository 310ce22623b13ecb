import type { JsonObject } from '../../../tool/json.js';
import { completeContext } from '../../default-context.js';
import { commandTimeout } from './command-timeout.js';

const context = completeContext({
  defaultCommandTimeoutMs: 4_000,
  maxCommandTimeoutMs: 60_000,
  processStopGraceMs: 500,
});

const timeout = (args: JsonObject, remainingMs?: number) => commandTimeout(args, context, remainingMs);

describe('commandTimeout', () => {
  it('is the default, or what the call asks for', () => {
    expect(timeout({})).toEqual({ ms: 4_000 });
    expect(timeout({ timeoutMs: null })).toEqual({ ms: 4_000 });
    expect(timeout({ timeoutMs: '1500' })).toEqual({ ms: 1_500 });
    expect(timeout({ timeoutMs: 60_000 })).toEqual({ ms: 60_000 });
  });

  it.each([0, -5, 2.5, 1e300, true, [3], 'soon'])('refuses %j', (timeoutMs) => {
    expect(() => timeout({ timeoutMs })).toThrow('timeoutMs must be a whole number of at least 1');
  });

  it('lowers what is above the maximum, and says so', () => {
    expect(timeout({ timeoutMs: 4_000_000_000 })).toEqual({
      ms: 60_000,
      note: 'timeoutMs was lowered from 4000000000 to 60000, the maximum.',
    });
  });

  it('never hands a timer more than it takes', () => {
    const endless = completeContext({ maxCommandTimeoutMs: Number.MAX_SAFE_INTEGER });
    expect(commandTimeout({ timeoutMs: 5_000_000_000 }, endless, undefined).ms).toBe(2_147_483_647);
  });

  it('ends before the deadline of the call, so that the output can still be told', () => {
    expect(timeout({}, 100_000)).toEqual({ ms: 4_000 });
    expect(timeout({}, 3_000)).toEqual({
      ms: 2_500,
      note: 'timeoutMs was lowered from 4000 to 2500, the time that is left for this call.',
    });
    expect(timeout({}, 100).ms).toBe(80);
    expect(timeout({}, -20).ms).toBe(1);
  });
});
