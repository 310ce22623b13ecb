/**
 * Many users, many servers, everything breaks:
 *
 *   node tools/chaos/run.mjs [--seconds=60] [--servers=50] [--users=500] [--concurrency=128] [--seed=1]
 *
 * Needs the built package. The exit code is 1 when a call got a wrong answer or none, or when something is left over.
 */
import { parseArgs } from 'node:util';
import * as library from 'nestjs-tool-router';
import { runChaos } from './chaos.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    servers: { type: 'string', default: '50' },
    users: { type: 'string', default: '500' },
    concurrency: { type: 'string', default: '128' },
    seed: { type: 'string', default: '1' },
  },
});
const numbers = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]));
const { problems, ...report } = await runChaos({ ...numbers, library, deadlineMs: 2_000 });
console.log(JSON.stringify(report, undefined, 2));
let violations = 0;
for (const [kind, found] of Object.entries(problems)) {
  violations += found.length;
  console.log(`${kind}: ${found.length}`);
  for (const one of found) console.log(`  ${one}`);
}
process.exitCode = violations === 0 ? 0 : 1;
