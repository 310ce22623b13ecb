import { utimes, writeFile } from 'node:fs/promises';
import { CodingToolSet } from './coding-tool-set.js';
import { BuiltInTools } from './built-in-tools.js';
import { invocation, TempWorkspace } from './fixtures/temp-workspace.js';
import type { JsonObject } from '../tool/json.js';

describe('overwriting what the session has not seen', () => {
  let space: TempWorkspace;
  let set: CodingToolSet;

  beforeEach(async () => {
    space = await TempWorkspace.create();
    set = new CodingToolSet(BuiltInTools.allCodingToolNames(), { workspaceRoot: space.root });
    await space.put('f', 'one\n');
  });

  afterEach(() => space.remove());

  async function call(name: string, args: JsonObject, sessionId: string | undefined = 's'): Promise<string> {
    const outcome = await set.tools.get(name)?.execute(args, { ...invocation(), context: { sessionId } });
    return outcome?.errorKind ?? 'ok';
  }

  it('is refused after a change from outside, until it is read again', async () => {
    expect(await call('read_file', { path: 'f' })).toBe('ok');
    await writeFile(space.at('f'), 'two\n');
    expect(await call('write_file', { path: 'f', content: 'three\n' })).toBe('stale');
    expect(await space.read('f')).toBe('two\n');
    expect(await call('read_file', { path: 'f', startLine: 1, endLine: 1 })).toBe('ok');
    expect(await call('write_file', { path: 'f', content: 'three\n' })).toBe('ok');
    expect(await space.read('f')).toBe('three\n');
  });

  it('does not mind another time stamp, or a file that it never read', async () => {
    await call('read_file', { path: 'f' });
    await utimes(space.at('f'), 1, 1);
    expect(await call('write_file', { path: 'f', content: 'two\n' })).toBe('ok');
    await space.put('g', '1');
    expect(await call('write_file', { path: 'g', content: '2' })).toBe('ok');
  });

  it('counts its own changes as seen, whatever tool made them', async () => {
    const patch = '*** Begin Patch\n*** Update File: f\n@@\n-four\n+five\n*** End Patch\n';
    const steps: readonly (readonly [string, JsonObject])[] = [
      ['read_file', { path: 'f' }],
      ['write_file', { path: 'f', content: 'two\n' }],
      ['write_file', { path: './f', content: 'three\n' }],
      ['edit', { path: 'f', old_string: 'three', new_string: 'four' }],
      ['write_file', { path: 'f', content: 'four\n' }],
      ['apply_patch', { patch }],
      ['write_file', { path: 'f', content: 'six\n' }],
      ['write_file', { path: 'f', content: 'seven\n', mode: 'append' }],
      ['write_file', { path: 'f', content: 'eight\n' }],
    ];
    for (const [name, args] of steps) expect(await call(name, args), JSON.stringify(args)).toBe('ok');
  });

  it('sees the changes of another session as foreign', async () => {
    await call('read_file', { path: 'f' }, 'a');
    expect(await call('write_file', { path: 'f', content: 'b\n' }, 'b')).toBe('ok');
    expect(await call('write_file', { path: 'f', content: 'a\n' }, 'a')).toBe('stale');
    expect(await call('write_file', { path: 'f', content: 'c\n' }, '')).toBe('ok');
  });

  it('holds for AGENTS.md and for edit as far as they overwrite', async () => {
    await space.put('AGENTS.md', 'old\n');
    await call('update_agents_md', { action: 'read' });
    await writeFile(space.at('AGENTS.md'), 'new\n');
    expect(await call('update_agents_md', { action: 'write', content: 'mine\n' })).toBe('stale');
    expect(await call('update_agents_md', { action: 'append', text: 'more' })).toBe('ok');
    expect(await call('update_agents_md', { action: 'write', content: 'mine\n' })).toBe('ok');
    await call('read_file', { path: 'f' });
    await writeFile(space.at('f'), 'one changed\n');
    expect(await call('edit', { path: 'f', old_string: 'changed', new_string: 'edited' })).toBe('ok');
    expect(await space.read('f')).toBe('one edited\n');
  });
});
