// Measures contenders side by side: every round runs each of them once, in rotated order, so that what else the
// machine does falls on all alike. A ratio is the median over the rounds of (contender / floor) of the same round.

const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 60);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 11);

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

async function sample(run, count) {
  const cpu = process.cpuUsage();
  const wall = process.hrtime.bigint();
  for (let index = 0; index < count; index++) {
    const answer = run(index);
    if (answer instanceof Promise) await answer;
  }
  const wallMicros = Number(process.hrtime.bigint() - wall) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / count, wall: wallMicros / count };
}

/** How often a contender fits into a round. */
async function calibrate(run) {
  for (let count = 1; ; count *= 4) {
    const { wall } = await sample(run, count);
    if (wall * count > 5_000 || count > 1e7) return Math.max(1, Math.round((ROUND_MS * 1_000) / Math.max(wall, 0.001)));
  }
}

/**
 * @param {string} title the question that the table answers
 * @param {Record<string, (index: number) => unknown>} contenders the first is the floor
 * @param {{ goals?: Record<string, number>, rounds?: number, count?: number }} [options]
 */
export async function compare(title, contenders, { goals = {}, rounds = ROUNDS, count } = {}) {
  const names = Object.keys(contenders);
  const counts = {};
  for (const name of names) counts[name] = count ?? (await calibrate(contenders[name]));
  // Once more, so that every contender is measured as optimised code.
  for (const name of names) await sample(contenders[name], counts[name]);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round) % names.length];
      samples[name].push(await sample(contenders[name], counts[name]));
    }
  }
  const [floor] = names;
  const rows = names.map((name) => ({
    name,
    cpu: median(samples[name].map((each) => each.cpu)),
    wall: median(samples[name].map((each) => each.wall)),
    ratio: median(samples[name].map((each, round) => each.cpu / samples[floor][round].cpu)),
    wallRatio: median(samples[name].map((each, round) => each.wall / samples[floor][round].wall)),
    goal: goals[name],
  }));
  print(title, rows);
  return Object.fromEntries(rows.map((row) => [row.name, row]));
}

function print(title, rows) {
  process.stdout.write(`\n### ${title}\n\n| contender | CPU per operation | wall | CPU ratio | wall ratio | goal |\n| --- | ---: | ---: | ---: | ---: | --- |\n`);
  for (const { name, cpu, wall, ratio, wallRatio, goal } of rows) {
    const verdict = goal === undefined ? '' : `≤ ${goal} × ${ratio <= goal ? '✓' : '✗'}`;
    process.stdout.write(`| ${name} | ${micros(cpu)} | ${micros(wall)} | ${ratio.toFixed(2)} | ${wallRatio.toFixed(2)} | ${verdict} |\n`);
  }
}

function micros(value) {
  return value >= 10_000 ? `${(value / 1_000).toFixed(1)} ms` : `${value.toFixed(value < 10 ? 2 : 0)} µs`;
}

/** A line under a table. */
export function note(text) {
  process.stdout.write(`\n${text}\n`);
}
