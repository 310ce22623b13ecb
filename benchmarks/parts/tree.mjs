// A folder tree to search in, with the shape of a large repository.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const EXTENSIONS = ['ts', 'ts', 'ts', 'tsx', 'js', 'json', 'md', 'css', 'py', 'yml'];
const LINE = 'export const value = compute(options, previous) ?? fallback; // some code of a usual width\n';
export const NEEDLE = 'findTheNeedle';

/** Makes a temporary folder with files of 1 to 9 KB; every 500th has the needle. */
export function makeTree(files) {
  const root = mkdtempSync(join(tmpdir(), 'tool-router-bench-'));
  for (let index = 0; index < files; index++) {
    const folder = join(root, `package-${index % 40}`, 'src', `feature-${(index >> 2) % 25}`, `part-${index % 3}`);
    if (index < 3_000) mkdirSync(folder, { recursive: true });
    const text = LINE.repeat(12 + ((index * 7) % 90));
    const name = `file-${index}.${EXTENSIONS[index % EXTENSIONS.length]}`;
    writeFileSync(join(folder, name), index % 500 === 0 ? `${text}function ${NEEDLE}() {}\n${text}` : text);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
