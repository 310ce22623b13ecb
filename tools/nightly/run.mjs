/**
 * Lists, projects and calls MCP servers by other authors, one after the other:
 *
 *   node tools/nightly/run.mjs [name …]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as library from 'nestjs-tool-router';
import { tryServer } from './try-server.mjs';

const folder = await mkdtemp(join(tmpdir(), 'nightly-'));
await writeFile(join(folder, 'note.txt'), 'buy three lemons');
await writeFile(join(folder, 'shop.graphql'), 'type Query { price(item: String!): Float }\n');

const bin = (name) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
const odd = fileURLToPath(new URL('../../test/gateway/fixtures/odd-server.mjs', import.meta.url));
const oddServer = (kind) => ({ command: process.execPath, args: [odd, kind] });

/** The entry of each server, one call, and a part of its answer. */
const TRIALS = {
  '@coo-quack/calc-mcp': [{ command: bin('calc-mcp') }, 'math', { expression: '2^10 - 24' }, '1000'],
  'time-mcp': [{ command: bin('time-mcp') }, 'days_in_month', { date: '2024-02-10' }, '29'],
  'mcp-graphql-schema': [
    { command: bin('mcp-graphql-schema'), args: [join(folder, 'shop.graphql')] },
    'list-query-fields',
    {},
    'price',
  ],
  '@itseasy21/mcp-knowledge-graph': [
    { command: bin('mcp-knowledge-graph'), args: ['--memory-path', join(folder, 'graph.jsonl')] },
    'create_entities',
    { entities: [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }] },
    'writes programs',
  ],
  '@agent-infra/mcp-server-filesystem': [
    { command: bin('mcp-server-filesystem'), args: ['--allowed-directories', folder] },
    'read_file',
    { path: join(folder, 'note.txt') },
    'three lemons',
  ],
  'mcp-sequentialthinking-tools': [
    { command: bin('mcp-sequentialthinking-tools') },
    'sequentialthinking_tools',
    {
      available_mcp_tools: ['search'],
      thought: 'look it up',
      thought_number: 1,
      total_thoughts: 1,
      next_thought_needed: false,
    },
    'thought_number',
  ],
  'mcp-echarts': [
    { command: bin('mcp-echarts') },
    'generate_echarts',
    { echartsOption: '{"xAxis":{"data":["a"]},"yAxis":{},"series":[{"type":"bar","data":[7]}]}', outputType: 'option' },
    'xAxis',
  ],
  'mcp-shrimp-task-manager': [
    { command: bin('mcp-shrimp-task-manager'), env: { DATA_DIR: folder, ENABLE_GUI: 'false' } },
    'list_tasks',
    { status: 'all' },
    '',
  ],
  'fixture: names': [oddServer('names'), 'reports/monthly.list', {}, 'reports/monthly.list'],
  'fixture: references': [oddServer('references'), 'sum_tree', { root: { value: 2, children: [{ value: 3 }] } }, '5'],
  'fixture: noise': [oddServer('noise'), 'quiet', {}, 'ran quiet'],
};

const wanted = process.argv.slice(2);
const names = Object.keys(TRIALS).filter((name) => wanted.length === 0 || wanted.includes(name));
let failed = 0;
try {
  for (const name of names) {
    const [config, tool, args, said] = TRIALS[name];
    const started = performance.now();
    const trial = await tryServer(library, config, { tool, arguments: args });
    const faults = faultsOf(trial, said);
    if (faults.length > 0) failed += 1;
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const notes = trial.notes.length === 0 ? '' : `, ${trial.notes.length} notes on projections`;
    const warnings = trial.warnings.length === 0 ? '' : `, warned: ${JSON.stringify(trial.warnings[0].slice(0, 80))}`;
    const what = `${trial.names.length} tools, called ${trial.name}${notes}${warnings} (${seconds} s)`;
    console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${what}`);
    for (const fault of faults) console.log(`     ${fault}`);
  }
} finally {
  await rm(folder, { recursive: true });
}
console.log(`${names.length - failed} of ${names.length} servers`);
process.exitCode = failed === 0 && names.length > 0 ? 0 : 1;

function faultsOf(trial, said) {
  const { state, reason, names: tools, badNames, projected, result, processesLeft } = trial;
  const faults = [];
  if (state !== 'connected') faults.push(`is in the state ${state}: ${reason}`);
  if (tools.length === 0) faults.push('lists no tools');
  if (badNames.length > 0) faults.push(`shows names that are refused: ${badNames.join(', ')}`);
  for (const [format, count] of Object.entries(projected)) {
    if (count !== tools.length) faults.push(`shows ${count} of ${tools.length} tools to ${format}`);
  }
  if (result.isError || !result.output.includes(said)) faults.push(`answers ${result.output.slice(0, 300)}`);
  if (processesLeft.length > 0) faults.push(`leaves the processes ${processesLeft.join(', ')}`);
  return faults;
}
