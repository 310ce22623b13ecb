import type { Exposure, ServerScope } from '../tool/exposure.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolSource } from '../tool/tool-source.js';

/** A source with tools in it, and how a request exposes all of them. */
export interface SourceUnderTest {
  readonly source: ToolSource;
  readonly context: ToolContext;
  /** Names that an allowlist's `functions` gives. */
  readonly functions?: readonly string[];
  /** Ids that an allowlist's `mcpServers` gives, by kind. */
  readonly servers?: Partial<Record<ServerScope, readonly string[]>>;
  /** Exposed names of all its tools. */
  readonly names: readonly string[];
}

/** What every source of tools must hold, whatever stands behind it. */
export function describeToolSource(kind: string, open: () => Promise<SourceUnderTest>): void {
  describe(`the ${kind} source`, () => {
    let under: SourceUnderTest;
    let everything: Exposure;

    beforeAll(async () => {
      under = await open();
      everything = exposureOf(under.functions ?? [], under.servers ?? {});
    });

    it('is of its kind, and so are its tools', async () => {
      expect(under.source.name).toBe(kind);
      const tools = await under.source.list(everything, under.context);
      expect(new Set(tools.map((tool) => tool.source))).toEqual(new Set([kind]));
    });

    it('lists exactly its tools, each name once, in the same order every time', async () => {
      const lists = await Promise.all([1, 2].map(async () => await under.source.list(everything, under.context)));
      const [first, second] = lists.map(namesOf);
      expect(first?.toSorted()).toEqual(under.names.toSorted());
      expect(second).toEqual(first);
    });

    it('finds what it lists, as the same tool', async () => {
      for (const tool of await under.source.list(everything, under.context)) {
        const found = await under.source.find(tool.definition.name, everything, under.context);
        expect(found?.origin).toBe(tool.origin);
        expect(found?.definition).toEqual(tool.definition);
      }
    });

    it('describes tools as providers take them', async () => {
      for (const { definition, origin } of await under.source.list(everything, under.context)) {
        expect(definition.name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
        expect(definition.parameters).toMatchObject({ type: 'object' });
        expect(origin).not.toBe('');
      }
    });

    it('lists nothing that the request does not name', async () => {
      expect(await under.source.list(exposureOf([], {}), under.context)).toEqual([]);
      const foreign = exposureOf(['nothing_of_this_name'], { user: ['none'], local: ['none'], global: ['none'] });
      expect(await under.source.list(foreign, under.context)).toEqual([]);
    });

    it.each(['', 'nothing_of_this_name', 'constructor', '__proto__', 'user_else_tool_x', 'x'.repeat(100_000)])(
      'answers undefined for a name that is not its own: %.30s',
      async (name) => {
        expect(await under.source.find(name, everything, under.context)).toBeUndefined();
      },
    );
  });
}

function namesOf(tools: readonly ExecutableTool[]): string[] {
  return tools.map((tool) => tool.definition.name);
}

function exposureOf(functions: readonly string[], servers: Partial<Record<ServerScope, readonly string[]>>): Exposure {
  return {
    unrestricted: false,
    functions,
    hasServers: Object.keys(servers).length > 0,
    servers: (scope) => servers[scope] ?? [],
    permits: () => true,
  };
}
