import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { globTool } from '../glob.tool.js';
import { makeGrepTool, type GrepResult } from '../grep.tool.js';
import { SearchWorkspace } from '../fixtures/search-workspace.js';
import { grepInWorker } from './search-workers.js';

const FILES = 2_500;
const workerTool = makeGrepTool(grepInWorker);

/** Turns of the event loop until the work is done: were it done on this thread, there would be a handful. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await work;
  clearInterval(timer);
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
    const search = workspace.run<GrepResult>(workerTool, { pattern, maxResults: 1_000 });
    expect(await turnsDuring(search)).toBeGreaterThan(20);
    expect((await search).count).toBe(count);
  });

  it('for files leaves the event loop turning', async () => {
    const search = workspace.run<{ readonly count: number }>(globTool, { pattern: '**/f*.txt', maxResults: 1_000 });
    expect(await turnsDuring(search)).toBeGreaterThan(20);
    expect((await search).count).toBe(1_000);
  });
});
