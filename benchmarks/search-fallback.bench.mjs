// Where there is no ripgrep, does a search leave the event loop free, and what does it cost?
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { atMost, cheaper, interleave, median, medianOf } from './harness.mjs';
import { NEEDLE, makeTree } from './parts/tree.mjs';
import { hasPeers, peer } from './peers/peer.mjs';

const FILES = 4_000;
const ROUNDS = 9;
const LAG_GOAL_MS = 50;
const NOTHING = 'nothing, for as long';
/** Whoever backtracks never gets to the end of a line of this. */
const PATHOLOGICAL = '(a+)+(b|c|l i)*\\d{3}z$';

// The tool on the engine that takes over: a host with ripgrep never gets there through the package's front door.
const require = createRequire(import.meta.url);
const built = (path) => require(`../libs/tool-router/dist/built-in/${path}.js`);
const { makeGrepTool } = built('search/grep.tool');
const { globTool } = built('search/glob.tool');
const { grepInWorker } = built('search/worker/search-workers');
const { completeContext } = built('default-context');
const grepTool = makeGrepTool(grepInWorker);

const tree = makeTree(FILES);
try {
  await costs(`${FILES} source files`);
  writeFileSync(join(tree.root, 'one-line.txt'), 'abcdefgh ijkl '.repeat(4_000_000));
  writeFileSync(join(tree.root, 'wide.txt'), `${'w'.repeat(499)}\n`.repeat(8_000));
  await costs('the same and two files with long lines');
  await lags();
} finally {
  tree.remove();
}
function run(tool, args) {
  const context = completeContext({ workspaceRoot: tree.root, searchTimeoutMs: 120_000 });
  const signal = new AbortController().signal;
  return tool.run(args, { context, invocation: { callId: 'c', context: {}, signal, reportProgress: () => {} } });
}

/** How long the main thread was kept from its next turn at most, while a search ran. */
async function longestDelay(work) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

async function lags() {
  const searches = {
    [NOTHING]: () => new Promise((resolve) => setTimeout(resolve, 300)),
    'grep, a name in 8 of the files': () => run(grepTool, { pattern: NEEDLE }),
    'grep, a pathological expression': () => run(grepTool, { pattern: PATHOLOGICAL }),
    'grep, any case, nothing found': () => run(grepTool, { pattern: 'NOWHERE_AT_ALL', caseInsensitive: true }),
    'grep, 1,000 wide rows with 10 lines around each, after 5,000': () =>
      run(grepTool, { pattern: 'w$', path: 'wide.txt', context: 10, maxResults: 1_000, offset: 5_000 }),
    'glob **/*.ts': () => run(globTool, { pattern: '**/*.ts' }),
  };
  const names = Object.keys(searches);
  const samples = await interleave(names, (name) => longestDelay(searches[name]), { rounds: ROUNDS, warm: 1 });
  process.stdout.write(
    `\n### The longest wait of the event loop during a search, ${FILES} files and one line of 56 MB\n\n` +
      `| search | median of ${ROUNDS} rounds | longest of all | goal (median) |\n| --- | ---: | ---: | --- |\n`,
  );
  for (const name of names) {
    const longest = Math.max(...samples[name]);
    const middle = median(samples[name]);
    // The longest of all is the machine's as well, as the row for nothing shows; so the goal is about the median.
    const verdict = name === NOTHING ? '' : atMost(middle, LAG_GOAL_MS, ' ms');
    process.stdout.write(`| ${name} | ${middle.toFixed(1)} ms | ${longest.toFixed(1)} ms | ${verdict} |\n`);
  }
}

/** CPU of this process with its threads, in ms. */
async function ownCpu(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU of a program as the shell tells it, in ms. */
function childCpu(program, args) {
  const script = '"$@" > /dev/null; times';
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', program, ...args], { cwd: tree.root, encoding: 'utf8' });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1_000,
    0,
  );
}

async function lineByLine(glob) {
  const wanted = new RegExp(NEEDLE);
  let found = 0;
  for (const path of await glob('**/*', { cwd: tree.root, dot: true, followSymbolicLinks: false })) {
    for (const line of (await readFile(join(tree.root, path), 'utf8')).split('\n')) if (wanted.test(line)) found++;
  }
  return found;
}

async function costs(where) {
  const { rgPath } = await import('@vscode/ripgrep');
  const contenders = {
    'floor: rg by hand': () => childCpu(rgPath, ['--no-config', '--hidden', '-n', NEEDLE, './']),
    'grep without ripgrep': () => ownCpu(() => run(grepTool, { pattern: NEEDLE })),
  };
  if (hasPeers()) {
    const { default: glob } = await peer('fast-glob');
    if ((await lineByLine(glob)) !== FILES / 500) throw new Error('the peer finds something else');
    contenders['fast-glob and a RegExp on every line'] = () => ownCpu(() => lineByLine(glob));
  }
  const { count } = await run(grepTool, { pattern: NEEDLE });
  if (count !== FILES / 500) throw new Error(`grep found ${count}`);
  const names = Object.keys(contenders);
  const samples = await interleave(names, (name) => contenders[name](), { rounds: ROUNDS, warm: 1 });
  process.stdout.write(
    `\n### grep for a name in ${where}, CPU with all threads and children\n\n` +
      '| contender | CPU | ratio | goal |\n| --- | ---: | ---: | --- |\n',
  );
  const rows = {};
  for (const name of names) {
    const cpu = medianOf(samples, name, (ms) => ms);
    const ratio = medianOf(samples, name, (ms) => ms, names[0]);
    rows[name] = { cpu };
    const verdict = name === 'grep without ripgrep' ? atMost(ratio, 3, ' ×') : '';
    process.stdout.write(`| ${name} | ${cpu.toFixed(0)} ms | ${ratio.toFixed(2)} | ${verdict} |\n`);
  }
  cheaper(rows, 'grep without ripgrep', { 'fast-glob and a RegExp on every line': 3 });
}
