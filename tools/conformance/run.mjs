/**
 * Runs the client scenarios that a revision of the protocol requires, one after the other, and counts their checks.
 *
 *   node tools/conformance/run.mjs [scenario …]
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const run = promisify(execFile);

/** The revision whose required scenarios are run. */
const REVISION = '2025-11-25';
/** Scenarios that are allowed to fail. There are none. */
const BASELINE = new Set();
const SCENARIO_MS = 60_000;

/** The suite needs a newer Node than the package. */
const NODE_MAJOR = 22;

const ownMajor = Number(process.versions.node.split('.')[0]);
const node = ownMajor >= NODE_MAJOR ? process.execPath : here('node_modules/node/bin/node');
const suite = here('node_modules/@modelcontextprotocol/conformance/dist/index.js');
for (const needed of [node, suite, here('../../libs/tool-router/dist/index.js')]) {
  if (existsSync(needed)) continue;
  console.error(`${needed} is missing. Install this folder and build the package first; see README.md.`);
  process.exit(2);
}

const wanted = process.argv.slice(2);
const scenarios = wanted.length > 0 ? wanted : await requiredScenarios();
const results = await mkdtemp(join(tmpdir(), 'conformance-'));
const failed = [];
let checks = 0;
for (const scenario of scenarios) {
  const found = await check(scenario);
  const bad = found.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const counted = found.filter(({ status }) => status === 'SUCCESS').length + bad.length;
  checks += counted;
  const passed = counted > 0 && bad.length === 0;
  if (!passed) failed.push(scenario);
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${scenario}: ${counted - bad.length} of ${counted} checks`);
  for (const { id, status, description, errorMessage, details } of bad) {
    console.log(`     ${status} ${id}: ${errorMessage ?? description}`);
    if (details) console.log(`       ${JSON.stringify(details).slice(0, 2_000)}`);
  }
}
await rm(results, { recursive: true });

const unexpected = failed.filter((scenario) => !BASELINE.has(scenario));
const stale = [...BASELINE].filter((scenario) => scenarios.includes(scenario) && !failed.includes(scenario));
console.log(`${scenarios.length - failed.length} of ${scenarios.length} scenarios, ${checks} checks`);
for (const scenario of stale) console.log(`The baseline names ${scenario}, which passes.`);
process.exit(unexpected.length + stale.length === 0 ? 0 : 1);

/** The client's part of the requirements, as the suite itself lists it. */
async function requiredScenarios() {
  const { stdout } = await run(node, [suite, 'list', '--requirements', REVISION]);
  const section = /Client scenarios[^\n]*\n(?<lines>(?:\s+- \S+\n)+)/.exec(stdout)?.groups?.['lines'] ?? '';
  const names = [...section.matchAll(/- (\S+)/g)].map(([, name]) => name);
  if (names.length === 0) throw new Error(`The suite lists no client scenarios for ${REVISION}.`);
  return names;
}

/** The checks of one scenario. The suite's own exit code says less than they do. */
async function check(scenario) {
  const folder = await mkdtemp(join(results, 'run-'));
  const command = `${process.execPath} ${here('client.mjs')}`;
  const args = [
    suite,
    'client',
    '--command',
    command,
    '--scenario',
    scenario,
    '--spec-version',
    REVISION,
    '-o',
    folder,
  ];
  const outcome = await run(node, args, { timeout: SCENARIO_MS }).catch((error) => error);
  const files = await readdir(folder, { recursive: true });
  const file = files.find((path) => path.endsWith('checks.json'));
  if (file !== undefined) {
    const client = await Promise.all(['stderr.txt', 'stdout.txt'].map((name) => textBeside(folder, file, name)));
    const found = JSON.parse(await readFile(join(folder, file), 'utf8'));
    const isBad = found.some(({ status }) => status === 'FAILURE' || status === 'WARNING');
    if (isBad || process.env['VERBOSE']) console.log(client.join('').trimEnd());
    return found;
  }
  return [{ id: 'suite', status: 'FAILURE', description: String(outcome.stderr ?? outcome).slice(-2_000) }];
}

async function textBeside(folder, file, name) {
  return readFile(join(folder, file, '..', name), 'utf8').catch(() => '');
}
