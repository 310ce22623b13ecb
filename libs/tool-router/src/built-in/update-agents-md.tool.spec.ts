import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { TempWorkspace, type Answer } from './fixtures/temp-workspace.js';
import { updateAgentsMdTool } from './update-agents-md.tool.js';

describe('update_agents_md', () => {
  let space: TempWorkspace;

  beforeEach(async () => {
    space = await TempWorkspace.create();
  });

  afterEach(() => space.remove());

  const call = (args: object, limits = {}): Promise<Answer> => space.call(updateAgentsMdTool, args as never, limits);

  it('reads nothing where there is nothing, and creates nothing', async () => {
    expect((await call({ action: 'read' })).result).toEqual({
      action: 'read',
      path: 'AGENTS.md',
      exists: false,
      content: '',
      bytes: 0,
    });
    expect(await readdir(space.root)).toEqual([]);
  });

  it('appends on lines of its own', async () => {
    expect((await call({ action: 'append', text: '# Title' })).result).toEqual({
      action: 'append',
      path: 'AGENTS.md',
      exists: true,
      created: true,
      bytes: 8,
    });
    await space.put('AGENTS.md', '# Title\n- tabs');
    await call({ action: 'append', text: '- ünit tests' });
    await call({ action: 'append', text: '- more\n' });
    expect(await space.read('AGENTS.md')).toBe('# Title\n- tabs\n- ünit tests\n- more\n');
  });

  it('appends in the style of the file', async () => {
    await space.put('AGENTS.md', '\ufeff# T\r\n- a');
    await call({ action: 'append', text: '- b\n- c' });
    expect(await space.read('AGENTS.md')).toBe('\ufeff# T\r\n- a\r\n- b\r\n- c\r\n');
    expect((await call({ action: 'read' })).result).toMatchObject({ content: '# T\n- a\n- b\n- c\n', bytes: 23 });
  });

  it('replaces the file, and only with content', async () => {
    await space.put('AGENTS.md', 'old\n');
    for (const content of [undefined, null, 3, { a: 1 }]) {
      expect((await call({ action: 'write', content, text: 'x' })).kind).toBe('validation');
      expect((await call({ action: 'append', text: content, content: 'x' })).kind).toBe('validation');
    }
    expect((await call({ action: 'append', text: '' })).kind).toBe('validation');
    expect(await space.read('AGENTS.md')).toBe('old\n');
    expect((await call({ action: 'write', content: 'new' })).result).toMatchObject({ created: false, bytes: 3 });
    expect(await space.read('AGENTS.md')).toBe('new');
  });

  it('lists the actions where none of them was meant', async () => {
    for (const action of ['delete', 'READ', null, undefined, 4]) {
      expect(await call({ action })).toMatchObject({
        kind: 'validation',
        message: expect.stringContaining('read, write, append'),
      });
    }
  });

  it('finds the file in the root first, then in .agents', async () => {
    await space.put('.agents/AGENTS.md', 'in folder\n');
    expect((await call({ action: 'write', content: 'x\n' })).result).toMatchObject({
      path: '.agents/AGENTS.md',
      created: false,
    });
    expect(await readdir(space.root)).toEqual(['.agents']);
    await space.put('AGENTS.md', 'in root\n');
    expect((await call({ action: 'read' })).result).toMatchObject({ path: 'AGENTS.md', content: 'in root\n' });
  });

  it('takes no notice of a file called .agents', async () => {
    await space.put('.agents', 'a list\n');
    expect((await call({ action: 'read' })).result).toMatchObject({ path: 'AGENTS.md', exists: false });
    expect((await call({ action: 'append', text: '# T' })).result).toMatchObject({ path: 'AGENTS.md', created: true });
    expect(await space.read('.agents')).toBe('a list\n');
  });

  it('says what a rewrite changes beside the text', async () => {
    const noteAfter = async (old: string | Buffer, content: string): Promise<unknown> => {
      await space.put('AGENTS.md', old);
      return (await call({ action: 'write', content })).result['note'];
    };
    expect(await noteAfter('# A\r\n', '# B\n')).toContain('CRLF');
    expect(await noteAfter('\ufeff# A\n', '# B\n')).toContain('byte order mark');
    expect(await noteAfter(Buffer.from('\ufeff# A\n', 'utf16le'), '# B\n')).toContain('utf-16le');
    expect(await noteAfter('# A\n', '# B\n')).toBeUndefined();
  });

  it('follows a link inside the workspace and none that leads out', async () => {
    await space.put('CLAUDE.md', 'shared\n');
    await symlink('CLAUDE.md', space.at('AGENTS.md'));
    await call({ action: 'append', text: 'more' });
    expect(await space.read('CLAUDE.md')).toBe('shared\nmore\n');
    const outside = await space.put('../elsewhere/memo.md', 'private\n');
    await mkdir(space.at('second'));
    await symlink(outside, space.at('second/AGENTS.md'));
    await mkdir(space.at('third'));
    await symlink(join(space.base, 'elsewhere/none.md'), space.at('third/AGENTS.md'));
    for (const root of ['second', 'third']) {
      for (const args of [{ action: 'read' }, { action: 'append', text: 'x' }, { action: 'write', content: 'x' }]) {
        const answer = await call(args, { workspaceRoot: space.at(root) });
        expect(answer.kind).toBe('outside');
        expect(answer.message).not.toContain('private');
      }
    }
    expect(await readFile(outside, 'utf8')).toBe('private\n');
    expect(await readdir(join(space.base, 'elsewhere'))).toEqual(['memo.md']);
  });

  it('warns above the budget of loaders and refuses above the limit', async () => {
    const { result } = await call({ action: 'write', content: 'é'.repeat(20_000) });
    expect(result['bytes']).toBe(40_000);
    expect(result['warning']).toContain('40000 bytes');
    expect(result['warning']).toContain('32768');
    expect(await call({ action: 'append', text: 'x' }, { maxAgentsMdBytes: 40_000 })).toMatchObject({
      kind: 'too_large',
      message: expect.stringContaining('40003 bytes'),
    });
    await call({ action: 'write', content: '🌊'.repeat(40_000) });
    const read = await call({ action: 'read' });
    expect(read.result).toMatchObject({ truncated: true, bytes: 160_000 });
    expect((read.result['content'] as string).isWellFormed()).toBe(true);
    await space.put('AGENTS.md', `${'x'.repeat(48)}\r\n`.repeat(1_020));
    expect((await call({ action: 'read' })).result, 'as it is shown').toMatchObject({
      truncated: false,
      bytes: 51_000,
    });
    await space.put('AGENTS.md', 'x'.repeat(50_001));
    expect((await call({ action: 'read' })).result).toMatchObject({ truncated: true });
  });

  it('loses no append among parallel ones', async () => {
    await space.put('AGENTS.md', '# Rules\n');
    await Promise.all(Array.from({ length: 20 }, (_, at) => call({ action: 'append', text: `- ${at}` })));
    const lines = (await space.read('AGENTS.md')).trimEnd().split('\n').slice(1);
    expect(lines.toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `- ${at}`).toSorted());
  });
});
