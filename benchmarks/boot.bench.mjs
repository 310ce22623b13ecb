// What do 1,000 tools cost while an application starts? Every start is a process of its own.
//
// The share of discovery and schemas: (A - B) / A of the same round, where A is the CPU time of starting the application
// with the module, its 1,000 tools and the first list of all of them, and B that of starting it without the module, with
// the same 1,000 classes as plain providers. So the module's own providers and the projection for a provider API count as
// discovery and schemas; loading modules and declaring classes with their decorators is in neither. CPU time is that of all
// threads: about half of it is the engine's optimising compiler and garbage collector.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { atMost, median } from './harness.mjs';

const SIZE = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const KINDS = [
  'an empty application',
  'with the module, no tool',
  'without the module, 1,000 providers',
  'with the module, 1,000 tools',
];

/** The CPU time in milliseconds that one start takes, without the loading of modules. */
async function start(kind) {
  const { NestFactory, application, forecastFunction, library } = await import('./application.mjs');
  const count = kind.includes('1,000') ? SIZE : 0;
  const providers = Array.from({ length: count }, (_, index) => forecastFunction(`tool_${index}`));
  const begin = process.cpuUsage();
  let app;
  if (kind.startsWith('with the module')) app = await application(providers);
  else {
    class AppModule {}
    app = await NestFactory.createApplicationContext(
      { module: AppModule, providers },
      { logger: false, abortOnError: false },
    );
  }
  const booted = process.cpuUsage(begin);
  if (count > 0 && kind.startsWith('with the module')) {
    // The schemas: made on first use, so they are used here.
    const names = providers.map((_, index) => `tool_${index}`);
    const tools = app.get(library.ToolRouter).getAllFunctionTools(names);
    if (tools.length !== SIZE) throw new Error(`only ${tools.length} tools`);
  }
  const listed = process.cpuUsage(begin);
  await app.close();
  return { booted: (booted.user + booted.system) / 1_000, listed: (listed.user + listed.system) / 1_000 };
}

const [, , asked] = process.argv;
if (asked !== undefined) {
  process.stdout.write(JSON.stringify(await start(asked)));
  process.exit(0);
}

const samples = Object.fromEntries(KINDS.map((kind) => [kind, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of KINDS) {
    const { stdout, status, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), kind], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    samples[kind].push(JSON.parse(stdout));
  }
}
const rows = KINDS.map((kind) => ({
  kind,
  booted: median(samples[kind].map((each) => each.booted)),
  listed: median(samples[kind].map((each) => each.listed)),
}));
process.stdout.write(
  '\n### Starting an application with 1,000 tools, medians of fresh processes\n\n| start | CPU of the start | and of the first list of all tools |\n| --- | ---: | ---: |\n',
);
for (const { kind, booted, listed } of rows)
  process.stdout.write(`| ${kind} | ${booted.toFixed(0)} ms | ${listed.toFixed(0)} ms |\n`);
const [, , bare, full] = rows;
const share = median(
  samples[full.kind].map((each, round) => (each.listed - samples[bare.kind][round].listed) / each.listed),
);
process.stdout.write(
  `\n- discovery and schemas: ${(100 * share).toFixed(0)} % of the start of the application with its 1,000 tools (${atMost(100 * share, 25, ' %')})\n`,
);
