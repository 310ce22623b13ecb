import * as library from 'nestjs-tool-router';
import { runChaos } from '../../tools/chaos/chaos.mjs';

describe('many users and failing servers', () => {
  it('get right answers or errors in time, and leave nothing behind', { timeout: 90_000 }, async () => {
    const { problems, ...report } = await runChaos({
      library,
      servers: 10,
      users: 40,
      seconds: 5,
      concurrency: 24,
      deadlineMs: 1_000,
      seed: 7,
    });
    console.log(JSON.stringify(report));
    expect(Object.fromEntries(Object.entries(problems).filter(([, found]) => found.length > 0))).toEqual({});
    expect(report.outcomes['ok']).toBeGreaterThan(50);
  });
});
