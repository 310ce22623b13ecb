import fc from 'fast-check';
import { FunctionCall, McpService, McpTool, ToolRouterException, type ToolSelection } from 'nestjs-tool-router';
import { boot, closeAll } from './fixtures/boot.js';

afterEach(closeAll);

const runs: string[] = [];
beforeEach(() => {
  runs.length = 0;
});

function fn(name: string) {
  @FunctionCall({ name, description: name })
  class Fn {
    apply() {
      runs.push(name);
      return name;
    }
  }
  return Fn;
}

@McpService({ name: 'disk' })
class Disk {
  @McpTool({ description: 'lists' })
  list() {
    runs.push('disk list');
    return 'listed';
  }
  @McpTool()
  wipe() {
    runs.push('disk wipe');
    return 'wiped';
  }
}

describe('the allowlist', () => {
  it('is enforced at the call, and a refused name reads like an unknown one', async () => {
    const { router } = await boot({ providers: [fn('read_log'), fn('drop_log')] });
    const context = { allow: { functions: ['read_log'] } };
    const refused = await router.call({ name: 'drop_log' }, context);
    const unknown = await router.call({ name: 'nope_log' }, context);
    expect([refused.errorCode, unknown.errorCode]).toEqual(['not_allowed', 'unknown_tool']);
    expect(refused.output.replace('drop_log', 'nope_log')).toBe(unknown.output);
    expect(unknown.output).not.toContain('read_log');
    expect(runs).toEqual([]);
  });

  it('names local MCP tools one by one, or a whole service', async () => {
    const { router } = await boot({ providers: [Disk] });
    const one = await router.toolset({ functions: ['disk_list'] });
    expect(one.tools.map((tool) => tool.name)).toEqual(['disk_list']);
    expect((await one.call({ name: 'disk_wipe' })).errorCode).toBe('not_allowed');
    for (const id of ['disk', 'local:disk']) {
      const service = await router.toolset({ mcpServers: [id] });
      expect(service.tools.map((tool) => tool.name)).toEqual(['disk_list', 'disk_wipe']);
    }
    for (const id of ['user:disk', 'global:disk', 'Disk', ' disk', '*', '']) {
      expect((await router.toolset({ mcpServers: [id] })).tools).toEqual([]);
    }
    expect(runs).toEqual([]);
  });

  it('takes entries literally', async () => {
    const { router } = await boot({ providers: [fn('rate'), fn('rates'), Disk] });
    const allow = {
      functions: ['*', 'rat', 'RATE', '', 'rate*', 'disk', 'constructor', '__proto__'],
      mcpServers: ['*', 'dis'],
    };
    const toolset = await router.toolset(allow);
    expect(toolset.tools).toEqual([]);
    for (const name of ['rate', 'rates', 'disk_list', 'constructor', '__proto__', 'toString', '', ' rate']) {
      const result = await router.call({ name }, { allow });
      expect(result.isError).toBe(true);
      expect(toolset.has(name)).toBe(false);
    }
    expect(runs).toEqual([]);
  });

  it('is a copy: what the host changes later changes nothing', async () => {
    const { router } = await boot({ providers: [fn('safe'), fn('risky')] });
    const selection = { functions: ['safe'] };
    const context = { allow: { functions: ['safe', 'risky'] } };
    const toolset = await router.toolset(selection, context);
    selection.functions.push('risky');
    context.allow.functions.push('risky');
    expect(() => (toolset.tools as unknown[]).push('risky')).toThrow(TypeError);
    expect(toolset.toOpenAI().map((tool) => tool.function.name)).toEqual(['safe']);
    expect(toolset.has('risky')).toBe(false);
    expect((await toolset.call({ name: 'risky' })).errorCode).toBe('not_allowed');
    expect(runs).toEqual([]);
  });

  it('of a selection and of the context both hold', async () => {
    const { router } = await boot({ providers: [fn('a'), fn('b'), fn('c'), Disk] });
    const toolset = await router.toolset(
      { functions: ['c', 'a', 'b'], mcpServers: ['disk'] },
      { allow: { functions: ['a', 'c', 'disk_list'] } },
    );
    expect(toolset.tools.map((tool) => tool.name)).toEqual(['c', 'a', 'disk_list']);
    expect((await router.toolset({ functions: ['a'] }, { allow: {} })).tools).toEqual([]);
  });

  it('holds for invoke inside a context', async () => {
    const { router } = await boot({ providers: [fn('open'), fn('shut')] });
    await router.runWithContext({ allow: { functions: ['open'] } }, async () => {
      expect(await router.invoke('open')).toBe('"open"');
      const error = (await router.invoke('shut').catch((thrown: unknown) => thrown)) as ToolRouterException;
      expect([ToolRouterException.is(error), error.code]).toEqual([true, 'not_allowed']);
    });
    await router.runWithContext({}, async () => {
      await expect(router.invoke('open')).rejects.toMatchObject({ code: 'not_allowed' });
    });
    expect(runs).toEqual(['open']);
  });

  it('lists exactly what it can run, for every selection', async () => {
    const { router } = await boot({ providers: [fn('f1'), fn('disk_list'), fn('f2'), Disk] });
    const names = ['f1', 'f2', 'disk_list', 'disk_wipe', 'nothing'];
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(names),
        fc.subarray(['disk', 'local:disk', 'other']),
        fc.subarray(names),
        async (functions, mcpServers, allowed) => {
          const allow: ToolSelection = { functions: allowed, mcpServers: ['disk'] };
          const toolset = await router.toolset({ functions, mcpServers }, { allow });
          const listed = toolset.tools.map((tool) => tool.name);
          expect(new Set(listed).size).toBe(listed.length);
          for (const name of names) {
            const result = await toolset.call({ name });
            expect([name, !result.isError, toolset.has(name)]).toEqual([
              name,
              listed.includes(name),
              listed.includes(name),
            ]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('provider shapes', () => {
  it('carry the same name and parameters in the form of each API', async () => {
    const { router } = await boot({ providers: [Disk] });
    const toolset = await router.toolset({ functions: ['disk_list'] });
    const parameters = { type: 'object', properties: {} };
    expect(toolset.toOpenAI()).toEqual([
      { type: 'function', function: { name: 'disk_list', description: 'lists', parameters } },
    ]);
    expect(toolset.toOpenAIResponses()).toMatchObject([
      { type: 'function', name: 'disk_list', description: 'lists', parameters, strict: false },
    ]);
    expect(toolset.toAnthropic()).toEqual([{ name: 'disk_list', description: 'lists', input_schema: parameters }]);
    expect(toolset.toGemini()).toMatchObject([{ functionDeclarations: [{ name: 'disk_list', description: 'lists' }] }]);
    for (const [format, list] of [
      ['openai', toolset.toOpenAI()],
      ['openai-responses', toolset.toOpenAIResponses()],
      ['anthropic', toolset.toAnthropic()],
      ['gemini', toolset.toGemini()],
    ] as const) {
      expect(toolset.toJSON(format)).toBe(JSON.stringify(list));
    }
    expect(JSON.stringify(toolset)).toBe(JSON.stringify(toolset.toOpenAI()));
    expect((await router.toolset({})).toJSON('gemini')).toBe('[]');
  });

  it('are the same to the byte in every application', async () => {
    const texts = [];
    for (let index = 0; index < 2; index++) {
      const { router } = await boot({ providers: [fn('z'), fn('a'), Disk] });
      texts.push(
        JSON.stringify(await router.getAllTools(['z', 'a'], ['disk'])),
        JSON.stringify(await router.getAllTools(['z', 'a'], ['disk'])),
      );
    }
    expect(new Set(texts).size).toBe(1);
    expect(
      (JSON.parse(texts[0] as string) as { function: { name: string } }[]).map((tool) => tool.function.name),
    ).toEqual(['z', 'a', 'disk_list', 'disk_wipe']);
  });
});

describe('explain', () => {
  it('follows the request', async () => {
    const { router } = await boot({ providers: [fn('disk_list'), Disk] });
    const byService = await router.explain('disk_list', { allow: { mcpServers: ['disk'] } });
    expect(byService.winner?.source).toBe('local-mcp');
    expect(byService.candidates.map((each) => [each.source, each.verdict])).toEqual([
      ['local-mcp', 'wins'],
      ['function', 'not-allowed'],
    ]);
    const byName = await router.explain('disk_list', { allow: { functions: ['disk_list'] } });
    expect(byName.candidates.map((each) => [each.source, each.verdict])).toEqual([
      ['local-mcp', 'not-allowed'],
      ['function', 'wins'],
    ]);
    const both = await router.explain('disk_list', { allow: { functions: ['disk_list'], mcpServers: ['disk'] } });
    expect(both.candidates.map((each) => each.verdict)).toEqual(['wins', 'shadowed']);
    const nothing = await router.explain('disk_list', { allow: {} });
    expect(nothing.winner).toBeUndefined();
    expect(nothing.text).toMatch(/nothing of this name is allowed[\s\S]*local-mcp[\s\S]*function/);
    expect((await router.explain('zzz', {})).winner).toBeUndefined();
  });

  it('is told at boot about names that are shadowed', async () => {
    const { lines } = await boot({ providers: [fn('disk_list'), Disk] });
    expect(lines.filter((line) => line.level === 'warn').map((line) => line.text)).toEqual([
      expect.stringMatching(/disk_list of function .* is shadowed by local-mcp/),
    ]);
  });
});
