// What do the built-in coding tools cost beside the programs and libraries that do the bare work?
import { execFile, spawn, spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { application, library } from './application.mjs';
import { atMost, compare, median, note } from './harness.mjs';
import { grown } from './parts/memory.mjs';
import { NEEDLE, makeTree } from './parts/tree.mjs';
import { hasPeers, peer } from './peers/peer.mjs';

const FILES = 21_000;
const OUTPUT = 'head -c 100000000 /dev/zero | tr "\\\\0" x';
const LINES = 'yes "a line of output that a program might write, 64 characters long" | head -c 100000000';
/** As the tool starts a shell. */
const SHELL = ['--norc', '-c'];

/** Calls built-in tools as a host does. */
async function openTools(workspaceRoot, context = {}) {
  const app = await application([], {
    builtIn: { tools: library.BuiltInTools.allCodingToolNames(), context: { workspaceRoot, ...context } },
  });
  const router = app.get(library.ToolRouter);
  const request = { userId: 'u1', sessionId: 's1', allow: { functions: library.BuiltInTools.allCodingToolNames() } };
  const run = async (name, given) => {
    const result = await router.call({ id: 'c', name, arguments: given }, request);
    if (result.isError) throw new Error(result.output);
    return result;
  };
  return { run, close: () => app.close() };
}

const KINDS = {
  'drain and discard, one line': (root) => drained(OUTPUT, root),
  'bash exec, 1 MB kept, one line': (root) => kept(OUTPUT, root),
  'drain and discard, short lines': (root) => drained(LINES, root),
  'bash exec, 1 MB kept, short lines': (root) => kept(LINES, root),
  'read_file, 10 lines in the middle of 1 GB': (root) => middle(root),
};

function drained(command, root) {
  return grown(
    () =>
      new Promise((resolve) => {
        const child = spawn('bash', [...SHELL, command], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
        child.stdout.on('data', () => {});
        child.stderr.on('data', () => {});
        child.on('close', resolve);
      }),
  );
}

async function kept(command, root) {
  const tools = await openTools(root, { maxOutputChars: 1_000_000 });
  await tools.run('bash', { action: 'exec', command: 'true' });
  const measured = await grown(() => tools.run('bash', { action: 'exec', command }));
  await tools.close();
  return measured;
}

async function middle(root) {
  const tools = await openTools(root);
  await tools.run('read_file', { path: 'small.txt' });
  const measured = await grown(() =>
    tools.run('read_file', { path: 'large.txt', startLine: 5_000_000, endLine: 5_000_009 }),
  );
  await tools.close();
  return measured;
}

const [, , asked, where] = process.argv;
if (asked !== undefined) {
  process.stdout.write(JSON.stringify(await KINDS[asked](where)));
  process.exit(0);
}

await searches();
await commands();
large();

async function searches() {
  const tree = makeTree(FILES);
  const tools = await openTools(tree.root);
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    const rg = (...args) =>
      new Promise((resolve, reject) => {
        execFile(
          rgPath,
          ['--no-config', '--hidden', '-n', ...args, './'],
          { cwd: tree.root, maxBuffer: 1e8 },
          (error, text) => (error ? reject(error) : resolve(text)),
        );
      });
    const found = JSON.parse((await tools.run('grep', { pattern: NEEDLE })).output).count;
    if (found !== FILES / 500) throw new Error(`grep found ${found}`);
    const one = { rounds: 9, count: 1, by: 'wall' };
    await compare(
      `grep over ${FILES} files`,
      {
        'floor: rg by hand': () => rg(NEEDLE),
        grep: () => tools.run('grep', { pattern: NEEDLE }),
      },
      { ...one, goals: { grep: 1.15 } },
    );
    await compare(
      'grep in the files of one kind',
      {
        'floor: rg -g by hand': () => rg('-g', '*.ts', NEEDLE),
        'grep with include': () => tools.run('grep', { pattern: NEEDLE, include: '*.ts' }),
      },
      { ...one, goals: { 'grep with include': 1.15 } },
    );
    await compare(
      'grep for what every line has, 100 rows shown',
      {
        'floor: rg --sort path by hand, ended after 101 lines': () =>
          spawnSync('bash', ['-c', `"${rgPath}" --sort path -n value ./ | head -101`], { cwd: tree.root }),
        'grep, 100 rows': () => tools.run('grep', { pattern: 'value' }),
      },
      { ...one, goals: { 'grep, 100 rows': 2 } },
    );
    const files = {
      'glob **/*.ts, newest 100': () => tools.run('glob', { pattern: '**/*.ts' }),
      'rg --files -g *.ts': () =>
        new Promise((resolve) =>
          execFile(rgPath, ['--files', '-g', '*.ts'], { cwd: tree.root, maxBuffer: 1e8 }, resolve),
        ),
    };
    if (hasPeers()) {
      const { default: glob } = await peer('fast-glob');
      const options = { cwd: tree.root, dot: true, followSymbolicLinks: false };
      await compare(
        'glob, the files in the order of their change',
        {
          'floor: fast-glob async, unordered': () => glob('**/*.ts', options),
          'fast-glob async with the times of change': () => glob('**/*.ts', { ...options, stats: true }),
          ...files,
        },
        { ...one, goals: { 'glob **/*.ts, newest 100': 0.7 } },
      );
    } else await compare('glob, the files in the order of their change', files, one);
  } finally {
    await tools.close();
    tree.remove();
  }
}

async function commands() {
  const { execa } = await import('execa');
  const root = mkdtempSync(join(tmpdir(), 'tool-router-bench-'));
  const tools = await openTools(root);
  // The same variables as the tool hands on: a shell with a locale to load takes longer to start.
  const shown = await tools.run('bash', { action: 'exec', command: 'env -0' });
  const env = Object.fromEntries(
    JSON.parse(shown.output)
      .stdout.split('\0')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const options = {
    cwd: root,
    env,
    extendEnv: false,
    detached: true,
    cleanup: false,
    reject: false,
    stdin: 'ignore',
    // Every command of the tool has a time.
    timeout: 30_000,
  };
  try {
    const rows = await compare(
      'bash: a command that does nothing',
      {
        // What execa gives can be awaited, but is no Promise that the harness would wait for.
        'floor: execa with the same options': async () => void (await execa('bash', [...SHELL, 'true'], options)),
        'child_process.spawn': () =>
          new Promise((resolve) =>
            spawn('bash', [...SHELL, 'true'], {
              cwd: root,
              env: options.env,
              detached: true,
              stdio: ['ignore', 'pipe', 'pipe'],
            }).on('close', resolve),
          ),
        'bash exec': () => tools.run('bash', { action: 'exec', command: 'true' }),
      },
      { by: 'wall', count: 12, rounds: 15, goals: { 'bash exec': 1.2 } },
    );
    const ratio = rows['bash exec'].wall / rows['child_process.spawn'].wall;
    note(`- bash exec: ${ratio.toFixed(2)} × the time of child_process.spawn with pipes`);
  } finally {
    await tools.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Work that shows in memory: each run is a process of its own. */
function large() {
  if (process.platform !== 'linux') return note('Memory is measured on Linux only.');
  const root = mkdtempSync(join(tmpdir(), 'tool-router-bench-'));
  try {
    writeLarge(root);
    const samples = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
    for (let round = 0; round < 3; round++) {
      for (const kind of Object.keys(KINDS)) {
        const { stdout, status, stderr } = spawnSync(
          process.execPath,
          ['--expose-gc', fileURLToPath(import.meta.url), kind, root],
          { encoding: 'utf8' },
        );
        if (status !== 0) throw new Error(stderr);
        samples[kind].push(JSON.parse(stdout));
      }
    }
    const of = (kind, what) => median(samples[kind].map((each) => each[what]));
    process.stdout.write(
      '\n### 100 MB of output with 1 MB kept, and a range of a file of 1 GB: medians of fresh processes\n\n| work | wall | most memory on top | goal |\n| --- | ---: | ---: | --- |\n',
    );
    for (const kind of Object.keys(KINDS)) {
      const floor = kind.replace('bash exec, 1 MB kept', 'drain and discard');
      const ratio = median(samples[kind].map((each, round) => each.ms / samples[floor][round].ms));
      const time =
        floor === kind
          ? ''
          : `${ratio.toFixed(2)} × of draining (${atMost(ratio, 1.15, ' ×')}), memory ${atMost(of(kind, 'mb'), 45, ' MB')}`;
      process.stdout.write(
        `| ${kind} | ${of(kind, 'ms').toFixed(0)} ms | ${of(kind, 'mb').toFixed(1)} MB | ${time} |\n`,
      );
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** 1 GB of which the second half is a hole: it takes half of that on the disk. */
function writeLarge(root) {
  closeSync(openSync(join(root, 'small.txt'), 'w'));
  const file = openSync(join(root, 'large.txt'), 'w');
  const block = Buffer.from('a line of fifty characters in a file of one giga.\n'.repeat(200_000));
  for (let written = 0; written < 500_000_000; written += block.length) writeSync(file, block);
  ftruncateSync(file, 1_000_000_000);
  closeSync(file);
}
