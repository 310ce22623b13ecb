// Puts the files that the documentation shows into it. With --check it only says which pages are out of date.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

const check = process.argv.includes('--check');
const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const block = /(<!-- snippet: (\S+) -->\n+```ts\n)[\s\S]*?(```)/g;
let stale = 0;
for (const page of pages) {
  const text = readFileSync(page, 'utf8');
  const fresh = text.replace(block, (_, open, file, close) => `${open}${readFileSync(file, 'utf8')}${close}`);
  if (/```ts\n/.test(fresh.replace(block, ''))) {
    stale++;
    process.stderr.write(
      `${page} shows TypeScript that is no file: put it under examples/ (or tools/provider-types/) and mark it as a snippet.\n`,
    );
  }
  if (fresh === text) continue;
  if (check) {
    stale++;
    process.stderr.write(`${page} is out of date: run npm run snippets\n`);
  } else writeFileSync(page, fresh);
}
process.exitCode = stale > 0 ? 1 : 0;
