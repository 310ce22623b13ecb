// npm run bench [-- name …]: runs the named benchmarks, or all, each in a process of its own. With --write, the tables
// go into README.md.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''));
const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--'));
const names = wanted.length > 0 ? wanted : all;
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}. Choose from ${all.join(', ')}.\n`);
  process.exit(2);
}

let report = '';
let failed = 0;
for (const name of names) {
  const { text, code } = await run(name);
  report += `\n## ${name}\n${text}`;
  if (code !== 0) failed++;
}
if (words.includes('--write')) writeTables(report);
process.exitCode = failed > 0 ? 1 : 0;

function run(name) {
  return new Promise((resolve) => {
    process.stdout.write(`\n## ${name}\n`);
    const child = spawn(process.execPath, ['--expose-gc', join(folder, `${name}.bench.mjs`)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      process.stdout.write(chunk);
    });
    child.on('close', (code) => resolve({ text, code }));
  });
}

function writeTables(tables) {
  const file = join(folder, 'README.md');
  const head = readFileSync(file, 'utf8').split('<!-- tables -->')[0];
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), other load possible.`;
  writeFileSync(file, `${head}<!-- tables -->\n\n${machine}\n${tables}`);
}
