import { opendir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

const MAX_ENTRIES = 2000;
const MAX_NAME_CHARS = 100;
const MAX_SUGGESTIONS = 3;

/** Edits between two short texts (Levenshtein distance). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (names.push(entry.name) >= MAX_ENTRIES) break;
  }
  return names;
}

/**
 * Names in the folder of a missing file that look like its own, the nearest first; none where there is no such folder.
 * @param real a real path from the guard, so its folder is open to the caller
 */
export async function nearNames(real: string): Promise<readonly string[]> {
  const wanted = basename(real).toLowerCase();
  if (wanted.length > MAX_NAME_CHARS) return [];
  const names = await entriesOf(dirname(real)).catch((): readonly string[] => []);
  return names
    .filter((name) => name.length <= MAX_NAME_CHARS)
    .map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }))
    .filter(({ far }) => far <= Math.max(1, Math.floor(wanted.length / 4)))
    .toSorted((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}
