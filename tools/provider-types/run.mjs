/**
 * Compiles the checks against the built library and the SDKs' own types, counts them, and runs the rest.
 *
 *   node tools/provider-types/run.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

for (const needed of ['node_modules/openai/package.json', '../../libs/tool-router/dist/index.d.ts']) {
  if (existsSync(here(needed))) continue;
  console.error(`${here(needed)} is missing. Install this folder and build the package first; see README.md.`);
  process.exit(2);
}

function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: here('.'), stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

node(here('../../node_modules/typescript/bin/tsc'), '-p', '.');
const lines = readFileSync(here('src/checks/types.ts'), 'utf8').split('\n');
const refused = lines.filter((line) => line.startsWith('// @ts-expect-error ')).length;
const accepted = lines.filter((line) => /^(accepts|isReal)</.test(line)).length;
// Each refused line but those that call a method is one of the others.
const twice = lines.filter(
  (line, at) => line.startsWith('accepts<') && lines[at - 1].startsWith('// @ts-expect-error'),
).length;
console.log(`${accepted - twice + refused} type checks passed, ${refused} of them for what must not compile`);
node('dist/main.js');
