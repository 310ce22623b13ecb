import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FunctionCall, McpService, McpTool, type ToolContext, type ToolSelection } from 'nestjs-tool-router';
import { boot, closeAll } from './fixtures/boot.js';
import { serveMcp, stopServers } from './fixtures/mcp-server.js';

afterEach(async () => {
  await closeAll();
  await stopServers();
});

@FunctionCall({ name: 'read_file', description: 'function' })
class ReadFileFunction {
  apply() {
    return 'function';
  }
}

@McpService({ name: 'read' })
class ReadService {
  @McpTool()
  file() {
    return 'local';
  }
}

describe('the same name in all five sources', () => {
  it('goes to the next source each time the winner is taken away, and the list says the same', async () => {
    const workspaceRoot = mkdtempSync(join(tmpdir(), 'precedence-'));
    writeFileSync(join(workspaceRoot, 'a.txt'), 'built-in');
    const mine = await serveMcp([{ name: 'read_file', answer: () => 'user' }]);
    const everybody = await serveMcp([{ name: 'read_file', answer: () => 'global' }]);
    const mcp = {
      servers: { everybody: { url: everybody.url } },
      userToolNames: 'plain' as const,
      userServers: { allowPrivate: true, allowHttp: true },
    };
    const providers = [ReadFileFunction, ReadService];

    const everything: ToolSelection = { functions: ['read_file'], mcpServers: ['mine', 'read', 'everybody'] };
    const steps: { source: string; text: string; builtIn: boolean; selection: ToolSelection; user: boolean }[] = [
      { source: 'built-in', text: 'built-in', builtIn: true, user: true, selection: everything },
      { source: 'user-mcp', text: 'user', builtIn: false, user: true, selection: everything },
      { source: 'local-mcp', text: '"local"', builtIn: false, user: false, selection: everything },
      { source: 'function', text: '"function"', builtIn: false, user: false, selection: everything },
      { source: 'global-mcp', text: 'global', builtIn: false, user: false, selection: everything },
    ];
    for (const [index, step] of steps.entries()) {
      const { router, gateway } = await boot({
        router: { mcp, ...(step.builtIn ? { builtIn: { tools: ['read_file'], context: { workspaceRoot } } } : {}) },
        providers: providers.filter((provider) =>
          index < 3 ? true : index === 3 ? provider === ReadFileFunction : false,
        ),
      });
      if (step.user) await gateway.addUserMcpServer('u1', 'mine', { url: mine.url });
      const context: ToolContext = { userId: 'u1', allow: step.selection };
      const toolset = await router.toolset(step.selection, context);
      expect(toolset.tools.filter((tool) => tool.name === 'read_file')).toHaveLength(1);
      const call = { name: 'read_file', arguments: '{"path":"a.txt"}' };
      for (const result of [await toolset.call(call), await router.call(call, context)]) {
        expect([result.source, result.isError]).toEqual([step.source, false]);
        expect(result.output).toContain(step.text);
      }
      expect((await router.explain('read_file', context)).winner?.source).toBe(step.source);
      await closeAll();
    }
    rmSync(workspaceRoot, { recursive: true });
  });

  it('goes to the next source as the request allows less', async () => {
    const everybody = await serveMcp([{ name: 'read_file', answer: () => 'global' }]);
    const { router } = await boot({
      router: { mcp: { servers: { everybody: { url: everybody.url } } } },
      providers: [ReadFileFunction, ReadService],
    });
    for (const [allow, output, source] of [
      [{ functions: ['read_file'], mcpServers: ['read', 'everybody'] }, '"local"', 'local-mcp'],
      [{ functions: ['read_file'], mcpServers: ['everybody'] }, '"function"', 'function'],
      [{ mcpServers: ['everybody'] }, 'global', 'global-mcp'],
      [{ mcpServers: ['read'] }, '"local"', 'local-mcp'],
    ] as const) {
      expect(await router.call({ name: 'read_file' }, { allow })).toMatchObject({ output, source });
      expect((await router.toolset(allow)).tools.map((tool) => tool.name)).toEqual(['read_file']);
    }
    expect(everybody.calls).toHaveLength(1);
  });

  it('names the candidates of several servers, also where the request does not allow a function of the name', async () => {
    const [north, south] = [
      await serveMcp([{ name: 'read_file', answer: () => 'north' }]),
      await serveMcp([{ name: 'read_file', answer: () => 'south' }]),
    ];
    const { router } = await boot({
      router: { mcp: { servers: { north: { url: north.url }, south: { url: south.url } } } },
      providers: [ReadFileFunction],
    });
    const refused = await router.call({ name: 'read_file' }, { allow: { mcpServers: ['north', 'south'] } });
    expect(refused).toMatchObject({ errorCode: 'unknown_tool', isError: true });
    expect(refused.output).toMatch(/north_read_file.*south_read_file/);
  });

  it('frees the names of built-ins that are not enabled', async () => {
    const { router } = await boot({ providers: [ReadFileFunction] });
    expect(await router.invoke('read_file')).toBe('"function"');
  });
});

describe('the listing methods', () => {
  it('show what can be called, and lose nothing to a dead server', async () => {
    const alive = await serveMcp([{ name: 'gx', answer: () => 'from gx' }]);
    const own = await serveMcp([{ name: 'ox', answer: () => 'from ox' }], { asStream: true });
    const dead = await serveMcp([]);
    await dead.close();
    const { router, gateway } = await boot({
      router: {
        mcp: {
          servers: { g: { url: alive.url }, dead: { url: dead.url } },
          userServers: { allowPrivate: true, allowHttp: true },
        },
      },
      providers: [ReadFileFunction],
    });
    await gateway.addUserMcpServer('u1', 'own', { url: own.url });
    const namesOf = (tools: readonly { function: { name: string } }[]) => tools.map((tool) => tool.function.name);
    expect(namesOf(await router.getGlobalMcpTools(['g', 'dead']))).toEqual(['gx']);
    expect(namesOf(await router.getUserMcpTools(['own'], 'u1'))).toEqual(['user_u1_tool_ox']);
    expect(namesOf(await router.getUserMcpTools(['g'], 'u1'))).toEqual([]);
    expect(namesOf(await router.getGlobalMcpTools([]))).toEqual([]);
    const all = namesOf(await router.getAllTools(['read_file'], ['g', 'dead', 'own'], 'u1'));
    expect(all.toSorted()).toEqual(['gx', 'read_file', 'user_u1_tool_ox']);
    expect(await Promise.all(all.toSorted().map((name) => router.invoke(name)))).toEqual([
      'from gx',
      '"function"',
      'from ox',
    ]);
  });
});
