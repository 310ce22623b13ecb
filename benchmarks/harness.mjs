// Measures contenders side by side: every round runs each of them once, in rotated order, so that what else the
// machine does falls on all alike. A ratio is the median over the rounds of (contender / floor) of the same round.

const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 60);
const WARM_ROUNDS = 3;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 11);

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A contender that does several operations in one run says so: `{ run, operations }`. */
const runOf = (contender) => contender.run ?? contender;
const operationsOf = (contender) => contender.operations ?? 1;

async function sample(contender, count) {
  const run = runOf(contender);
  const cpu = process.cpuUsage();
  const wall = process.hrtime.bigint();
  for (let index = 0; index < count; index++) {
    const answer = run(index);
    if (answer instanceof Promise) await answer;
    else if (typeof answer?.then === 'function')
      throw new Error('A contender answers something that nobody waits for.');
  }
  const wallMicros = Number(process.hrtime.bigint() - wall) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const operations = count * operationsOf(contender);
  return { cpu: (user + system) / operations, wall: wallMicros / operations };
}

/** How often a contender fits into a round. */
async function calibrate(contender) {
  // What is made on first use must not count as the price of every use.
  await sample(contender, 2);
  for (let count = 1; ; count *= 4) {
    const wall = (await sample(contender, count)).wall * operationsOf(contender);
    if (wall * count > 5_000 || count > 1e7) return Math.max(1, Math.round((ROUND_MS * 1_000) / Math.max(wall, 0.001)));
  }
}

/**
 * @param {string} title the question that the table answers
 * @param {Record<string, ((index: number) => unknown) | { run: (index: number) => unknown, operations: number }>} contenders the first is the floor
 * @param {{ goals?: Record<string, number>, by?: 'cpu' | 'wall', rounds?: number, count?: number }} [options]
 * `by`: which ratio the goals are about; `wall` where the work is done by child processes or threads
 */
export async function compare(title, contenders, { goals = {}, by = 'cpu', rounds = ROUNDS, count } = {}) {
  const names = Object.keys(contenders);
  const counts = {};
  for (const name of names) counts[name] = count ?? (await calibrate(contenders[name]));
  // Some rounds more, so that every contender is measured as optimised code.
  for (let round = 0; round < WARM_ROUNDS; round++) {
    for (const name of names) await sample(contenders[name], counts[name]);
  }
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
  print(title, rows, by);
  return Object.fromEntries(rows.map((row) => [row.name, row]));
}

function print(title, rows, by) {
  const aim = by === 'wall' ? 'goal (wall)' : 'goal';
  process.stdout.write(
    `\n### ${title}\n\n| contender | CPU per operation | wall | CPU ratio | wall ratio | ${aim} |\n| --- | ---: | ---: | ---: | ---: | --- |\n`,
  );
  for (const { name, cpu, wall, ratio, wallRatio, goal } of rows) {
    const verdict = goal === undefined ? '' : atMost(by === 'wall' ? wallRatio : ratio, goal, ' ×');
    process.stdout.write(
      `| ${name} | ${micros(cpu)} | ${micros(wall)} | ${ratio.toFixed(2)} | ${wallRatio.toFixed(2)} | ${verdict} |\n`,
    );
  }
}

/** A measured value beside its goal, in words. */
export function atMost(value, goal, unit = '') {
  return `≤ ${goal}${unit} ${value <= goal ? '✓' : '✗'}`;
}

/**
 * How many times cheaper one contender is than others, as lines under a table.
 * @param {Record<string, { cpu: number }>} rows what `compare` answered
 * @param {Record<string, number>} atLeast what the others are expected to cost, as multiples of `name`
 */
export function cheaper(rows, name, atLeast) {
  for (const [other, goal] of Object.entries(atLeast)) {
    if (rows[other] === undefined) continue;
    const times = rows[other].cpu / rows[name].cpu;
    process.stdout.write(
      `\n- ${name}: ${times.toFixed(1)} × cheaper than ${other} (goal ≥ ${goal} ×${times >= goal ? ' ✓' : ' ✗'})`,
    );
  }
  process.stdout.write('\n');
}

function micros(value) {
  return value >= 10_000 ? `${(value / 1_000).toFixed(1)} ms` : `${value.toFixed(value < 10 ? 2 : 0)} µs`;
}

/**
 * Takes samples of contenders in rounds, in rotated order; some rounds before the first that counts warm them up.
 * @template T
 * @param {readonly string[]} names
 * @param {(name: string) => T | Promise<T>} take
 * @returns {Promise<Record<string, T[]>>}
 */
export async function interleave(names, take, { rounds = ROUNDS, warm = WARM_ROUNDS } = {}) {
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < warm + rounds; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round) % names.length];
      const taken = await take(name);
      if (round >= warm) samples[name].push(taken);
    }
  }
  return samples;
}

/** The median of what `of` says about the samples, alone or against another contender's sample of the same round. */
export function medianOf(samples, name, of, against) {
  return median(
    samples[name].map((each, round) => of(each) / (against === undefined ? 1 : of(samples[against][round]))),
  );
}

/** A line under a table. */
export function note(text) {
  process.stdout.write(`\n${text}\n`);
}
