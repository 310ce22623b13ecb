import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SearchWorkspace } from '../fixtures/search-workspace.js';
import type { SearchLimits } from '../search-limits.js';
import { globInWorker, grepInWorker } from './search-workers.js';

const FILES = 2_500;
const LIMITS: SearchLimits = { timeoutMs: 60_000, signal: new AbortController().signal };

const TURNS = 100;

/** Turns of the event loop until the work is done, up to {@link TURNS}: were it done on this thread, there would be a handful. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let open = true;
  const turn = (): void => {
    if (open && ++turns < TURNS) setImmediate(turn);
  };
  setImmediate(turn);
  await work;
  open = false;
  return turns;
}

describe('a search without ripgrep', () => {
  let workspace: SearchWorkspace;

  beforeAll(() => {
    workspace = new SearchWorkspace({ 'one-line.txt': 'abcdefgh ijkl '.repeat(4_000_000) });
    for (let index = 0; index < FILES; index++) {
      const folder = join(workspace.root, `part-${index % 30}`);
      if (index < 30) mkdirSync(folder);
      writeFileSync(join(folder, `f${index}.txt`), `${'aaaaaaaaaaaaaaaaaaaaaaaa!\n'.repeat(20)}${index}\n`);
    }
  });

  afterAll(() => workspace.remove());

  it.each([
    ['a name', 'no such name', 0],
    ['an expression that makes others backtrack', '(a+)+(b|c|l i)*\\d{3}z$', 0],
    ['what stands in every file', '^\\d+$', 1_000],
  ])('for %s leaves the event loop turning', async (_, pattern, count) => {
    const flags = { literal: false, caseInsensitive: false, multiline: false, context: 0, mode: 'content' } as const;
    const place = { anchor: workspace.root, target: '', targetIsFile: false };
    const search = grepInWorker({ pattern, ...flags, ...place, wanted: 1_000 }, LIMITS);
    expect(await turnsDuring(search)).toBe(TURNS);
    expect((await search).rows.length).toBe(count);
  });

  it('for files leaves the event loop turning', async () => {
    const share = { index: 0, of: 1 };
    const files = { anchor: workspace.root, folder: '', globs: ['**/f*.txt'], wanted: 1_000, share };
    const search = globInWorker(files, LIMITS);
    expect(await turnsDuring(search)).toBe(TURNS);
    expect((await search).total).toBe(FILES);
  });
});
