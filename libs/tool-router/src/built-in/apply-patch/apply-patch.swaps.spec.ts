import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeWorkspaces, openWorkspace, type PatchWorkspace } from './fixtures/patch-workspace.js';

const PATCHES = 500;

/** Turns a file and a folder of the workspace into links that lead outside, and back, until it is stopped. */
const SWAPPER = `
const fs = require('node:fs');
const [root, outside] = process.argv.slice(1);
const until = Date.now() + 60000;
const attempt = (work) => { try { work(); } catch {} };
process.stdout.write('ready');
while (Date.now() < until) {
  attempt(() => {
    fs.renameSync(root + '/dir', root + '/.aside');
    fs.symlinkSync(outside, root + '/dir');
    fs.unlinkSync(root + '/dir');
    fs.renameSync(root + '/.aside', root + '/dir');
  });
  attempt(() => {
    fs.writeFileSync(root + '/.plain', 'inside\\n');
    fs.symlinkSync(outside + '/one', root + '/.link');
    fs.renameSync(root + '/.link', root + '/file');
    fs.renameSync(root + '/.plain', root + '/file');
  });
  attempt(() => fs.unlinkSync(root + '/.link'));
}
`;

function sections(at: number): string {
  const kinds = [
    '*** Update File: file\n@@\n-inside\n+changed\n',
    '*** Update File: dir/one\n@@\n-inside\n+changed\n',
    '*** Delete File: dir/two\n',
    `*** Update File: file\n*** Move to: dir/moved${at}\n`,
    `*** Update File: dir/one\n*** Move to: kept${at}\n@@\n-inside\n+changed\n`,
    '*** Delete File: dir/one\n*** Add File: dir/one\n+inside\n',
    `*** Add File: dir/below/new${at}\n+inside\n*** Delete File: file\n`,
  ];
  return kinds[at % kinds.length] ?? '';
}

async function refill(ws: PatchWorkspace, name: string): Promise<void> {
  await writeFile(join(ws.root, '.aside', name), 'inside\n', { flag: 'wx' }).catch(() => undefined);
}

describe('apply_patch, while a file and a folder are swapped for links', () => {
  let swapper: ChildProcess;

  async function stopSwapper(): Promise<void> {
    if (swapper.exitCode !== null || swapper.signalCode !== null) return;
    const gone = once(swapper, 'exit');
    swapper.kill('SIGKILL');
    await gone;
  }

  afterEach(async () => {
    await stopSwapper();
    await closeWorkspaces();
  });

  it('touches nothing outside and leaves no helper file inside', async () => {
    const ws = await openWorkspace();
    const outside = join(ws.root, '../outside');
    await mkdir(join(outside, 'below'), { recursive: true });
    for (const name of ['one', 'two']) await writeFile(join(outside, name), 'outside\n');
    await ws.write({ file: 'inside\n', 'dir/one': 'inside\n', 'dir/two': 'inside\n' });
    swapper = spawn(process.execPath, ['-e', SWAPPER, ws.root, outside], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (swapper.stdout !== null) await once(swapper.stdout, 'data');
    let applied = 0;
    for (let at = 0; at < PATCHES; at++) {
      await ws.apply(sections(at)).then(
        () => applied++,
        () => undefined,
      );
      await refill(ws, at % 2 === 0 ? 'one' : 'two');
    }
    await stopSwapper();
    expect(applied).toBeGreaterThan(0);
    expect(await readdir(outside)).toEqual(['below', 'one', 'two']);
    expect(await readdir(join(outside, 'below'))).toEqual([]);
    for (const name of ['one', 'two']) expect(await readFile(join(outside, name), 'utf8')).toBe('outside\n');
    expect(Object.keys(await ws.snapshot()).filter((path) => path.endsWith('.tmp'))).toEqual([]);
  });
});
