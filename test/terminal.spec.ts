import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAiTool } from 'nestjs-tool-router';
import type { Command } from '../src/command.js';
import { runCommand } from '../src/run-command.js';
import { serveMcp, stopServers } from './fixtures/mcp-server.js';

const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  writeFileSync(join(folder, 'poem.txt'), 'so much depends\nupon\na red wheel\nbarrow\n');
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stopServers();
});

/** Writes the configuration beside the poem; a text goes into the file as it is. */
function configure(content: unknown): string {
  const config = join(folder, 'tools.json');
  writeFileSync(config, typeof content === 'string' ? content : JSON.stringify(content));
  return config;
}

const list = async (config: string) => {
  const { text, isError } = await runCommand({ action: 'list', config, format: 'openai' });
  expect(isError).toBe(false);
  return (JSON.parse(text) as OpenAiTool[]).map((tool) => tool.function.name);
};
const call = (config: string, name: string, args = '{}') => runCommand({ action: 'call', config, name, args });

describe('the tools of a configuration file', () => {
  it('are all listed, and run, where the file does not say what is allowed', async () => {
    const server = await serveMcp([{ name: 'tide', answer: ({ port }) => `high tide in ${String(port)}` }]);
    const config = configure({ builtIn: ['read_file', 'grep'], mcpServers: { sea: { url: server.url } } });
    expect(await list(config)).toEqual(['read_file', 'grep', 'tide']);
    expect(await call(config, 'tide', '{"port":"Hull"}')).toEqual({ text: 'high tide in Hull', isError: false });
    const found = await call(config, 'grep', '{"pattern":"wheel"}');
    expect(JSON.parse(found.text)).toMatchObject({ matches: [{ file: 'poem.txt', line: 3, text: 'a red wheel' }] });
  });

  it('are those that the file allows, where it says so', async () => {
    const config = configure({ builtIn: ['read_file', 'grep'], allow: { functions: ['grep'] } });
    expect(await list(config)).toEqual(['grep']);
    const refused = await call(config, 'read_file', '{"path":"poem.txt"}');
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('no tool named "read_file"');
    expect(await list(configure({ builtIn: ['grep'], allow: {} }))).toEqual([]);
  });

  it('run in the workspace that the file names, relative to itself', async () => {
    const config = join(folder, 'sub.json');
    writeFileSync(config, JSON.stringify({ workspaceRoot: '.', builtIn: ['glob'] }));
    expect(JSON.parse((await call(config, 'glob', '{"pattern":"*.txt"}')).text)).toMatchObject({
      matches: ['poem.txt'],
    });
    const missing = configure({ workspaceRoot: 'nowhere', builtIn: ['glob'] });
    expect(await call(missing, 'glob', '{"pattern":"*"}')).toMatchObject({ isError: true });
  });

  it('take the shape of each provider', async () => {
    const config = configure({ builtIn: ['glob'] });
    const shape = async (format: (Command & { action: 'list' })['format']): Promise<unknown> =>
      JSON.parse((await runCommand({ action: 'list', config, format })).text);
    expect(await shape('anthropic')).toMatchObject([{ name: 'glob', input_schema: { type: 'object' } }]);
    expect(await shape('openai-responses')).toMatchObject([{ type: 'function', name: 'glob' }]);
    expect(await shape('gemini')).toMatchObject([{ functionDeclarations: [{ name: 'glob' }] }]);
  });

  it('are explained', async () => {
    const server = await serveMcp([{ name: 'glob', answer: () => 'x' }]);
    const config = configure({ builtIn: ['glob'], mcpServers: { other: { url: server.url } } });
    const { text, isError } = await runCommand({ action: 'explain', config, name: 'glob' });
    expect(isError).toBe(false);
    expect(text.split('\n')).toEqual([
      '"glob" runs built-in: built-in.',
      expect.stringMatching(/^- built-in: .*wins/),
      expect.stringMatching(/^- global-mcp: other:glob: shadowed/),
    ]);
    expect((await runCommand({ action: 'explain', config, name: 'hum' })).text).toContain('"hum" runs nothing');
  });

  it('may come from a program on this machine', async () => {
    const config = configure({ mcpServers: { all: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } });
    expect(await list(config)).toContain('echo');
    expect(await call(config, 'echo', '{"message":"hello"}')).toEqual({ text: 'Echo: hello', isError: false });
    const invalid = await call(config, 'echo', '{"message"');
    expect(invalid.isError).toBe(true);
    expect(invalid.text).toMatch(/JSON/);
  });
});

describe('a configuration that cannot be used', () => {
  it.each<[unknown, RegExp]>([
    ['{"builtIn": [', /tools\.json cannot be read as JSON/],
    ['[]', /must hold a JSON object/],
    ['null', /must hold a JSON object/],
    [{ workspaceRoot: 7 }, /workspaceRoot must be a path/],
    [{ builtIn: 'grep' }, /builtIn must be a list of tool names/],
    [{ builtIn: ['grep', 1] }, /builtIn must be a list of tool names/],
    [{ mcpServers: [] }, /mcpServers must be an object/],
    [{ builtIn: ['grep'], allow: ['grep'] }, /allow must be an object/],
    [{ builtIn: ['grep'], allow: null }, /allow must be an object/],
    [{ builtIn: ['grep'], allow: { functions: 'grep' } }, /allow\.functions must be a list of tool names/],
    [{ builtIn: ['grep'], allow: { mcpServers: { a: {} } } }, /allow\.mcpServers must be a list of server ids/],
    [{ builtIn: ['levitate'] }, /"levitate" is no built-in coding tool\. Choose from/],
  ])('says what is wrong with %j', async (content, why) => {
    await expect(runCommand({ action: 'list', config: configure(content), format: 'openai' })).rejects.toThrow(why);
  });

  it('says that the file is missing', async () => {
    await expect(call(join(folder, 'none.json'), 'grep')).rejects.toThrow(/none\.json cannot be read.*ENOENT/);
  });
});
