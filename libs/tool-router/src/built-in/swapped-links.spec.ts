import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodingToolSet } from './coding-tool-set.js';
import { invocation, TempWorkspace } from './fixtures/temp-workspace.js';
import type { JsonObject } from '../tool/json.js';

const WRITES = 2000;
const PARALLEL = 8;

/** Swaps a file and two folders for links that lead outside, and back, as fast as one process can. */
const SWAPPER = `
const fs = require('node:fs');
const [root, outside] = process.argv.slice(1);
const until = Date.now() + 60000;
const attempt = (work) => { try { work(); } catch {} };
const swapFile = () => {
  fs.writeFileSync(root + '/.regular', 'value\\n');
  fs.symlinkSync(outside + '/target.txt', root + '/.link');
  fs.renameSync(root + '/.link', root + '/t.txt');
  fs.renameSync(root + '/.regular', root + '/t.txt');
};
const swapFolder = (name, target) => {
  fs.renameSync(root + '/' + name, root + '/.kept');
  fs.symlinkSync(target, root + '/' + name);
  fs.unlinkSync(root + '/' + name);
  fs.renameSync(root + '/.kept', root + '/' + name);
};
process.stdout.write('ready');
while (Date.now() < until) {
  attempt(swapFile);
  attempt(() => fs.unlinkSync(root + '/.link'));
  attempt(() => swapFolder('d', outside));
  attempt(() => swapFolder('p', outside + '/parent'));
}
`;

function add(path: string): JsonObject {
  return { patch: `*** Begin Patch\n*** Add File: ${path}\n+new\n*** End Patch\n` };
}

describe('files and folders that are swapped for links while tools write', () => {
  let space: TempWorkspace;
  let swapper: ChildProcess;

  beforeEach(async () => {
    space = await TempWorkspace.create();
    await space.put('t.txt', 'value\n');
    await space.put('../elsewhere/target.txt', 'SAFE\n');
    await space.put('../elsewhere/e.txt', 'SAFE\n');
    await mkdir(join(space.base, 'elsewhere/parent/child'), { recursive: true });
    await mkdir(space.at('p/child'), { recursive: true });
    await space.put('d/e.txt', 'value\n');
    swapper = spawn(process.execPath, ['-e', SWAPPER, space.root, join(space.base, 'elsewhere')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (swapper.stdout !== null) await once(swapper.stdout, 'data');
  });

  afterEach(async () => {
    const gone = once(swapper, 'exit');
    swapper.kill('SIGKILL');
    await gone;
    await space.remove();
  });

  it('nothing outside is written or read', async () => {
    const set = new CodingToolSet(['read_file', 'write_file', 'edit', 'apply_patch'], { workspaceRoot: space.root });
    const calls: readonly ((at: number) => readonly [string, JsonObject])[] = [
      () => ['write_file', { path: 't.txt', content: 'value\n' }],
      () => ['write_file', { path: 't.txt', content: 'value\n', mode: 'append' }],
      () => ['edit', { path: 't.txt', old_string: 'value', new_string: 'other', replaceAll: true }],
      (at) => ['write_file', { path: `d/n${at}.txt`, content: 'new\n' }],
      () => ['write_file', { path: 'd/e.txt', content: 'value\n' }],
      () => ['write_file', { path: 'd/e.txt', content: 'value\n', mode: 'append' }],
      () => ['edit', { path: 'd/e.txt', old_string: 'A', new_string: 'B' }],
      (at) => ['write_file', { path: `p/child/f${at}/n.txt`, content: 'new\n' }],
      (at) => ['apply_patch', add(`p/child/a${at}.txt`)],
      () => ['read_file', { path: 't.txt' }],
      () => ['read_file', { path: 'd/e.txt' }],
    ];
    const counts = { done: 0, refused: 0 };
    const leaks: string[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < WRITES; at = next++) {
        const [name, args] = calls[at % calls.length]?.(at) ?? ['', {}];
        const outcome = await set.tools.get(name)?.execute(args, invocation());
        counts[outcome?.isError === true ? 'refused' : 'done']++;
        if (outcome?.text.includes('SAFE') === true) leaks.push(outcome.text);
        if (outcome?.errorKind === 'internal') leaks.push(outcome.text);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    expect(leaks).toEqual([]);
    expect((await readdir(join(space.base, 'elsewhere'), { recursive: true })).toSorted()).toEqual([
      'e.txt',
      'parent',
      'parent/child',
      'target.txt',
    ]);
    for (const name of ['e.txt', 'target.txt']) {
      expect(await readFile(join(space.base, 'elsewhere', name), 'utf8')).toBe('SAFE\n');
    }
    expect(counts.done).toBeGreaterThan(WRITES / 20);
    expect(counts.refused).toBeGreaterThan(WRITES / 20);
  }, 60_000);
});
