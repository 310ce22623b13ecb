import { chmod, lstat, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import type { BuiltInFailure } from '../built-in-failure.js';
import { completeContext } from '../default-context.js';
import { commitSteps } from './commit-steps.js';
import { changedPaths, diskSteps, type DiskSteps } from './disk-steps.js';
import { closeWorkspaces, envelope, openWorkspace, type PatchWorkspace } from './fixtures/patch-workspace.js';
import type { Overlay } from './overlay.js';
import { parsePatch } from './parse-patch.js';
import { guardTargets } from './patch-target.js';
import { planPatch } from './plan-patch.js';

async function plan(ws: PatchWorkspace, sections: string): Promise<{ steps: DiskSteps; overlay: Overlay }> {
  const context = completeContext({ workspaceRoot: ws.root });
  const operations = await guardTargets(parsePatch(envelope(sections), 100), context);
  const { overlay } = await planPatch(operations, context);
  return { steps: await diskSteps(overlay), overlay };
}

function failureOf(work: Promise<void>): Promise<BuiltInFailure> {
  return work.then(
    () => {
      throw new Error('unexpected success');
    },
    (error: BuiltInFailure) => error,
  );
}

const EVERYTHING =
  '*** Update File: changed\n@@\n-1\n+2\n' +
  '*** Update File: moved\n*** Move to: far/away/moved\n@@\n-1\n+2\n' +
  '*** Update File: renamed\n*** Move to: far/renamed\n' +
  '*** Delete File: deleted\n*** Delete File: link\n' +
  '*** Delete File: again\n*** Add File: again\n+2\n' +
  '*** Delete File: place\n*** Add File: place/holder\n+2\n' +
  '*** Add File: new/file\n+2\n';

async function fill(ws: PatchWorkspace): Promise<void> {
  for (const name of ['changed', 'moved', 'renamed', 'deleted', 'again', 'place']) {
    await ws.write({ [name]: '1\n' });
    await chmod(ws.at(name), 0o640);
    await utimes(ws.at(name), 1_000_000, 2_000_000);
  }
  await symlink('changed', ws.at('link'));
}

describe('commitSteps', () => {
  afterEach(closeWorkspaces);

  it('brings the disk to the planned state', async () => {
    const ws = await openWorkspace();
    await fill(ws);
    const { ino } = await lstat(ws.at('renamed'));
    const { steps, overlay } = await plan(ws, EVERYTHING);
    await commitSteps(steps, overlay, (real) => real);
    expect(Object.keys(await ws.snapshot())).toEqual([
      'again',
      'changed',
      'far',
      'far/away',
      'far/away/moved',
      'far/renamed',
      'new',
      'new/file',
      'place',
      'place/holder',
    ]);
    expect(await lstat(ws.at('far/renamed'))).toMatchObject({ ino, mtimeMs: 2_000_000_000, nlink: 1 });
    expect(changedPaths(steps).size).toBe(11);
  });

  it.each([
    ['a file that was changed meanwhile', (ws: PatchWorkspace) => writeFile(ws.at('changed'), 'other\n'), 'stale'],
    [
      'a file that was replaced meanwhile',
      async (ws: PatchWorkspace) => {
        await unlink(ws.at('deleted'));
        await ws.write({ deleted: '1\n' });
      },
      'stale',
    ],
    ['a file that went away meanwhile', (ws: PatchWorkspace) => unlink(ws.at('again')), 'not_found'],
    ['a place that was taken meanwhile', (ws: PatchWorkspace) => ws.write({ 'new/file': 'other\n' }), 'already_exists'],
    ['a folder that became a link meanwhile', (ws: PatchWorkspace) => symlink('.', ws.at('new')), 'stale'],
    ['a folder that became a file meanwhile', (ws: PatchWorkspace) => writeFile(ws.at('new'), ''), undefined],
  ])('takes everything back at %s', async (_, disturb, kind) => {
    const ws = await openWorkspace();
    await fill(ws);
    const inode = (await lstat(ws.at('moved'))).ino;
    const { steps, overlay } = await plan(ws, EVERYTHING);
    await disturb(ws);
    const before = await ws.snapshot();
    const failure = await failureOf(commitSteps(steps, overlay, (real) => `<${real.slice(ws.root.length + 1)}>`));
    if (kind !== undefined) expect(failure.kind).toBe(kind);
    expect(failure.message).toMatch(/^<\w+/);
    expect(await ws.snapshot()).toEqual(before);
    expect(await lstat(ws.at('moved'))).toMatchObject({ ino: inode, mtimeMs: 2_000_000_000, nlink: 1 });
  });

  it('leaves no step for what a later operation takes away again', async () => {
    const ws = await openWorkspace();
    await ws.write({ a: '1\n', b: '1\n' });
    const { steps } = await plan(
      ws,
      '*** Add File: t\n+1\n*** Delete File: t\n*** Update File: a\n@@\n-1\n+2\n*** Update File: a\n@@\n-2\n+1\n' +
        '*** Update File: b\n*** Move to: c\n*** Update File: c\n*** Move to: b\n',
    );
    expect(steps).toEqual({ replaced: [], created: [], removedFirst: [], removedLast: [] });
  });
});
