import { join } from 'node:path';
import { BuiltInTools } from './built-in-tools.js';
import { CodingToolSet } from './coding-tool-set.js';
import { invocation, TempWorkspace } from './fixtures/temp-workspace.js';
import { runCodingTool } from './run-coding-tool.js';
import { SessionsSeen } from './workspace/seen-files.js';

const HOST = { sessions: new SessionsSeen() };
const ALL = ['bash', 'read_file', 'write_file', 'apply_patch', 'glob', 'grep', 'edit', 'update_agents_md'];

describe('BuiltInTools', () => {
  it('lists the tools in a fixed order', () => {
    expect(BuiltInTools.allCodingToolNames()).toEqual(ALL);
    expect(BuiltInTools.codingTools().map(({ name }) => name)).toEqual(ALL);
    expect(BuiltInTools.readOnlyCodingToolNames()).toEqual(['read_file', 'glob', 'grep']);
    expect(BuiltInTools.tools('edit', 'nothing', 'bash', 'edit', '__proto__').map(({ name }) => name)).toEqual([
      'edit',
      'bash',
    ]);
  });

  it('describes every tool and every parameter for a model', () => {
    for (const { name, description, parameters, annotations } of BuiltInTools.codingTools()) {
      expect(description.length, name).toBeGreaterThan(150);
      expect(parameters, name).toMatchObject({ type: 'object', additionalProperties: false });
      for (const property of Object.values(parameters['properties'] as object)) {
        expect(property, name).toMatchObject({ type: expect.any(String), description: expect.any(String) });
      }
      const isReadOnly = BuiltInTools.readOnlyCodingToolNames().includes(name);
      expect(annotations?.readOnlyHint === true, name).toBe(isReadOnly);
    }
  });
});

describe('CodingToolSet', () => {
  let space: TempWorkspace;

  beforeAll(async () => {
    space = await TempWorkspace.create();
    await space.put('a.txt', 'A\n');
    await space.put('../other/a.txt', 'B\n');
  });

  afterAll(() => space.remove());

  it('has the enabled tools and no others', () => {
    const set = new CodingToolSet(['edit', 'read_file', 'edit'], undefined);
    expect([...set.tools.keys()]).toEqual(['read_file', 'edit']);
    expect(set.tools.get('edit')).toMatchObject({
      source: 'built-in',
      origin: 'built-in',
      definition: { name: 'edit' },
    });
    expect(new CodingToolSet([], undefined).tools.size).toBe(0);
  });

  it('stops the boot on a name that is no tool', () => {
    expect(() => new CodingToolSet(['edit', 'constructor'], undefined)).toThrow(
      /builtIn\.tools: "constructor" is no built-in coding tool\. Choose from bash, read_file/,
    );
  });

  it('answers with JSON text, and works where the request says', async () => {
    const set = new CodingToolSet(['read_file'], { workspaceRoot: space.root });
    const tool = set.tools.get('read_file');
    const outcome = await tool?.execute({ path: 'a.txt' }, invocation());
    expect(JSON.parse(outcome?.text ?? '')).toMatchObject({ path: 'a.txt', content: 'A\n' });
    expect(outcome).not.toHaveProperty('isError');
    const elsewhere = { ...invocation(), context: { builtIn: { workspaceRoot: join(space.base, 'other') } } };
    expect((await tool?.execute({ path: 'a.txt' }, elsewhere))?.text).toContain('B');
    expect(await tool?.execute({ path: 'a.txt', maxChars: 1 }, invocation())).toMatchObject({ truncated: true });
    await set.shutdown();
  });

  it('answers a failure as a result', async () => {
    const set = new CodingToolSet(['read_file'], { workspaceRoot: space.root });
    const outcome = await set.tools.get('read_file')?.execute({ path: 'none' }, invocation());
    expect(outcome).toMatchObject({ isError: true, errorKind: 'not_found' });
    expect(JSON.parse(outcome?.text ?? '')).toEqual({
      ok: false,
      error: { kind: 'not_found', message: 'none does not exist.', hint: 'Use glob to see which files there are.' },
    });
  });

  it('tells a failure that a tool returned with what it had so far', async () => {
    const set = new CodingToolSet(['bash'], { workspaceRoot: space.root });
    const args = { action: 'exec', command: 'echo so far; sleep 30', timeoutMs: 300 };
    const outcome = await set.tools.get('bash')?.execute(args, invocation());
    expect(outcome).toMatchObject({ isError: true, errorKind: 'timeout' });
    expect(JSON.parse(outcome?.text ?? '')).toMatchObject({ ok: false, stdout: 'so far\n', timedOut: true });
    await set.shutdown();
  });

  it('keeps what a tool did not foresee from the model', async () => {
    const definition = BuiltInTools.codingTools()[0] ?? expect.unreachable();
    const cause = new Error('EIO: i/o error, open /srv/hidden/file');
    const failing = { definition, run: () => Promise.reject(cause) };
    const failure: unknown = await runCodingTool(failing, {}, invocation(), HOST).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'tool_error', kind: 'internal', cause });
    const { modelMessage } = failure as { modelMessage: string };
    expect(JSON.parse(modelMessage)).toMatchObject({ ok: false, error: { kind: 'internal' } });
    expect(modelMessage).not.toContain('hidden');
  });

  it('lets an abort through as it is', async () => {
    const reason = new Error('cancelled by the caller');
    const definition = BuiltInTools.codingTools()[0] ?? expect.unreachable();
    const aborted = { definition, run: () => Promise.reject(reason) };
    await expect(runCodingTool(aborted, {}, invocation(AbortSignal.abort(reason)), HOST)).rejects.toBe(reason);
  });
});
