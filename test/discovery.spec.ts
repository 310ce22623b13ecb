import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsInt, Min } from 'class-validator';
import {
  FunctionCall,
  FunctionParameter,
  FunctionRequest,
  McpGateway,
  McpParameter,
  McpService,
  McpTool,
  ToolRouter,
  ToolRouterModule,
} from 'nestjs-tool-router';
import { boot, bootFailure, closeAll } from './fixtures/boot.js';

afterEach(closeAll);

const all = (functions: string[], mcpServers: string[] = []) => ({ allow: { functions, mcpServers } });
const namesOf = (tools: readonly { function: { name: string } }[]) => tools.map((tool) => tool.function.name);

@Injectable()
class Shelf {
  readonly books = 12;
}

@Injectable()
@FunctionCall({ name: 'count_books', description: 'Counts the books of the shelf' })
class CountBooks {
  constructor(private readonly shelf: Shelf) {}
  apply() {
    return { books: this.shelf.books };
  }
}

@Module({ providers: [Shelf, CountBooks] })
class LibraryModule {}

@Module({ imports: [LibraryModule] })
class TownModule {}

@Module({ imports: [TownModule] })
class CountryModule {}

class EchoDto {
  @FunctionParameter({ description: 'what to say' })
  words!: string;
}

describe('discovery', () => {
  it('finds tools in modules nested in each other, with the providers of their own module', async () => {
    const { router } = await boot({ imports: [CountryModule] });
    const result = await router.call({ name: 'count_books', arguments: '' }, all(['count_books']));
    expect(result).toMatchObject({ output: '{"books":12}', isError: false, source: 'function' });
  });

  it('lists in the order that was asked for, known names only, each once', async () => {
    @FunctionCall({ name: 'b_tool', description: 'b' })
    class B {
      apply() {
        return 'b';
      }
    }
    const { router } = await boot({ imports: [LibraryModule], providers: [B] });
    expect(namesOf(router.getAllFunctionTools(['b_tool', 'nothing', 'count_books', 'b_tool']))).toEqual([
      'b_tool',
      'count_books',
    ]);
    expect(router.getAllFunctionTools([])).toEqual([]);
  });

  it('sees providers given by value, by factory and by alias, an alias not twice', async () => {
    @McpService({ name: 'lamp' })
    class Lamp {
      constructor(readonly colour: string) {}
      @McpTool()
      light() {
        return this.colour;
      }
    }
    @FunctionCall({ name: 'knock', description: 'Knocks' })
    class Knock {
      apply() {
        return 'who is there';
      }
    }
    const { router } = await boot({
      providers: [
        { provide: 'LAMP', useValue: new Lamp('red') },
        { provide: 'KNOCK', useFactory: async () => await Promise.resolve(new Knock()) },
        { provide: 'DOOR', useExisting: 'KNOCK' },
      ],
    });
    expect(await router.invoke('lamp_light')).toBe('"red"');
    expect(await router.invoke('knock')).toBe('"who is there"');
    expect((await router.toolset({ functions: ['knock', 'lamp_light'] })).tools).toHaveLength(2);
  });

  it('evaluates no getter of any provider', async () => {
    let reads = 0;
    class Eager {
      get connection(): never {
        reads++;
        throw new Error('not connected');
      }
    }
    @McpService({ name: 'pump' })
    class Pump extends Eager {
      @McpTool()
      state() {
        return 'idle';
      }
    }
    const { router } = await boot({ providers: [Eager, Pump] });
    expect(await router.invoke('pump_state')).toBe('"idle"');
    expect(reads).toBe(0);
  });

  it('inherits tool methods, apply and overrides', async () => {
    class Counting {
      @McpTool({ description: 'how many' })
      count() {
        return this.items().length;
      }
      @McpTool()
      first() {
        return 'base';
      }
      protected items(): string[] {
        return [];
      }
    }
    @McpService({ name: 'fruit' })
    class Fruit extends Counting {
      @McpTool()
      sort() {
        return this.items().toSorted();
      }
      override first() {
        return 'apple';
      }
      protected override items() {
        return ['pear', 'apple'];
      }
    }
    class Speaking {
      apply(@FunctionRequest() request: EchoDto) {
        return { spoken: request.words };
      }
    }
    @FunctionCall({ name: 'speak', description: 'Speaks' })
    class Speak extends Speaking {}
    const { router } = await boot({ providers: [Fruit, Speak] });
    expect(namesOf(router.getLocalMcpTools())).toEqual(['fruit_count', 'fruit_first', 'fruit_sort']);
    expect(await router.invoke('fruit_count')).toBe('2');
    expect(await router.invoke('fruit_first')).toBe('"apple"');
    expect(await router.invoke('fruit_sort')).toBe('["apple","pear"]');
    expect(await router.invoke('speak', '{"words":"hello"}')).toBe('{"spoken":"hello"}');
  });

  it('names services and tools after the class and the method where nothing else is said', async () => {
    @McpService()
    class Warehouse {
      @McpTool()
      stock() {
        return 1;
      }
    }
    const { router } = await boot({ providers: [Warehouse] });
    expect(namesOf(router.getLocalMcpTools())).toEqual(['Warehouse_stock']);
  });

  it('runs request-scoped and transient tools on fresh instances, also scoped through a dependency', async () => {
    let made = 0;
    @Injectable({ scope: Scope.REQUEST })
    class Unit {
      readonly id = ++made;
    }
    @FunctionCall({ name: 'unit_of', description: 'Tells its unit' })
    class UnitOf {
      constructor(private readonly unit: Unit) {}
      apply() {
        return this.unit.id;
      }
    }
    let transients = 0;
    @Injectable({ scope: Scope.TRANSIENT })
    @McpService({ name: 'fresh' })
    class Fresh {
      readonly id = ++transients;
      @McpTool()
      me() {
        return this.id;
      }
    }
    const { router } = await boot({ providers: [Unit, UnitOf, Fresh] });
    expect(made).toBe(0);
    expect([await router.invoke('unit_of'), await router.invoke('unit_of')]).toEqual(['1', '2']);
    const before = transients;
    const ids = [await router.invoke('fresh_me'), await router.invoke('fresh_me')];
    expect(ids).toEqual([String(before + 1), String(before + 2)]);
  });

  it('keeps the registries of two applications apart', async () => {
    @FunctionCall({ name: 'only_here', description: 'x' })
    class OnlyHere {
      apply() {
        return 1;
      }
    }
    const first = await boot({ providers: [OnlyHere] });
    const second = await boot();
    expect(namesOf(first.router.getAllFunctionTools(['only_here']))).toEqual(['only_here']);
    expect(second.router.getAllFunctionTools(['only_here'])).toEqual([]);
    expect((await second.router.call({ name: 'only_here' }, all(['only_here']))).errorCode).toBe('unknown_tool');
  });

  it('takes the replacement that a test gives for a tool', async () => {
    let charged = 0;
    @FunctionCall({ name: 'charge', description: 'Charges' })
    class Charge {
      apply() {
        return ++charged;
      }
    }
    const module = await Test.createTestingModule({ imports: [ToolRouterModule.forRoot()], providers: [Charge] })
      .overrideProvider(Charge)
      .useValue({ apply: () => 'pretended' })
      .compile();
    // The hooks of a module that is only compiled never run.
    expect(await module.get(ToolRouter).invoke('charge')).toBe('"pretended"');
    expect(charged).toBe(0);
    await module.close();
  });

  it('registers the tools of lazily loaded modules on demand', async () => {
    const { app, router } = await boot();
    await app.get(LazyModuleLoader).load(() => LibraryModule);
    expect(router.getAllFunctionTools(['count_books'])).toEqual([]);
    router.rescan();
    expect(await router.invoke('count_books')).toBe('{"books":12}');
  });

  it('is there for every module without being imported again, as one singleton', async () => {
    let constructed = 0;
    @Injectable()
    class Chat {
      constructor(
        readonly router: ToolRouter,
        readonly gateway: McpGateway,
      ) {
        constructed++;
      }
    }
    @Module({ providers: [Chat] })
    class ChatModule {}
    @Injectable({ scope: Scope.REQUEST })
    @FunctionCall({ name: 'scoped', description: 'x' })
    class Scoped {
      apply() {
        return 'ok';
      }
    }
    const { app, router } = await boot({ imports: [ChatModule], providers: [Scoped] });
    const chat = app.get(Chat, { strict: false });
    expect(chat.router).toBe(router);
    await chat.router.invoke('scoped');
    await chat.router.invoke('scoped');
    expect(constructed).toBe(1);
  });

  it('takes the first of two modules that provide one class, and says so', async () => {
    @Module({ providers: [Shelf, CountBooks] })
    class BranchModule {}
    const { router, lines } = await boot({ imports: [LibraryModule, BranchModule] });
    expect(await router.invoke('count_books')).toBe('{"books":12}');
    expect(lines.filter((line) => line.level === 'warn').map((line) => line.text)).toEqual([
      expect.stringMatching(/CountBooks is provided by LibraryModule and by BranchModule/),
    ]);
  });

  it('builds with options that are injected', async () => {
    @Module({ providers: [{ provide: 'LIMIT', useValue: 40 }], exports: ['LIMIT'] })
    class LimitModule {}
    @FunctionCall({ name: 'long', description: 'x' })
    class Long {
      apply() {
        return 'y'.repeat(500);
      }
    }
    const module = await Test.createTestingModule({
      imports: [
        ToolRouterModule.forRootAsync({
          imports: [LimitModule],
          inject: ['LIMIT'],
          useFactory: (limit: number) => ({ maxResultChars: limit }),
        }),
      ],
      providers: [Long],
    }).compile();
    expect(await module.get(ToolRouter).invoke('long')).toHaveLength(40);
    await module.close();
  });
});

describe('a boot with decorators used wrongly', () => {
  const named = (name: string) => {
    @FunctionCall({ name, description: 'x' })
    class Named {
      apply() {
        return 1;
      }
    }
    return Named;
  };

  it('names both classes of two functions with one name', async () => {
    @FunctionCall({ name: 'rate', description: 'x' })
    class OldRate {
      apply() {
        return 1;
      }
    }
    @FunctionCall({ name: 'rate', description: 'x' })
    class NewRate {
      apply() {
        return 2;
      }
    }
    const message = await bootFailure({ providers: [OldRate, NewRate] });
    expect(message).toMatch(/"rate".*OldRate.*NewRate/);
  });

  it('names both classes of two local MCP tools with one name, also where only the border differs', async () => {
    @McpService({ name: 'post' })
    class PostA {
      @McpTool({ name: 'office_open' })
      open() {
        return 1;
      }
    }
    @McpService({ name: 'post_office' })
    class PostB {
      @McpTool()
      open() {
        return 1;
      }
    }
    expect(await bootFailure({ providers: [PostA, PostB] })).toMatch(/post_office_open.*PostA.*PostB/);
  });

  it.each(['Find things', '', 'n'.repeat(65), '7up', 'a.b', 'user_me_tool_read'])(
    'refuses the name %j',
    async (name) => {
      expect(await bootFailure({ providers: [named(name)] })).toContain(JSON.stringify(name));
    },
  );

  it('says what is missing, where, and what to do', async () => {
    @FunctionCall({ name: 'no_apply', description: 'x' })
    class NoApply {}
    expect(await bootFailure({ providers: [NoApply] })).toMatch(/NoApply.*without the method apply/);

    @FunctionCall({ name: 'no_text', description: ' ' })
    class NoText extends named('other') {}
    const { lines } = await boot({ providers: [NoText] });
    expect(lines.filter(({ level }) => level === 'warn').map(({ text }) => text)).toEqual([
      expect.stringMatching(/NoText.*no description/),
    ]);

    class Homeless {
      @McpTool()
      wander() {
        return 1;
      }
    }
    expect(await bootFailure({ providers: [Homeless] })).toMatch(/Homeless.*wander.*Add @McpService/);

    @McpService({ name: 'vague' })
    class Vague {
      @McpTool()
      take(thing: unknown) {
        return thing;
      }
    }
    expect(await bootFailure({ providers: [Vague] })).toMatch(/Vague.*take.*thing/);

    @McpService({ name: 'hidden' })
    class Hidden {
      @McpTool()
      take({ a }: EchoDto & { a: string }) {
        return a;
      }
    }
    expect(await bootFailure({ providers: [Hidden] })).toMatch(/Hidden.*take.*parameter 1.*@McpParameter\({ name/);
  });

  it('warns where the request class is not known at run time, and shows the model no arguments', async () => {
    @FunctionCall({ name: 'untyped', description: 'x' })
    class Untyped {
      apply(request: EchoDto) {
        return request;
      }
    }
    const { router, lines } = await boot({ providers: [Untyped] });
    expect(lines.map((line) => line.text)).toContainEqual(
      expect.stringMatching(/Untyped.*apply.*@FunctionRequest\(\)/),
    );
    expect(await router.invoke('untyped', '{"words":"x"}')).toBe('{}');
  });

  it('refuses a parameter that the hand-written schema does not show', async () => {
    @McpService({ name: 'finder' })
    class Finder {
      @McpTool({ inputSchema: { type: 'object', properties: { words: { type: 'string' } } } })
      find(text: string) {
        return text;
      }
    }
    expect(await bootFailure({ providers: [Finder] })).toMatch(/Finder.*find.*no property "text"/);
  });

  it('shows a hand-written schema with a root that is an object', async () => {
    @McpService({ name: 'finder' })
    class Finder {
      @McpTool({ inputSchema: { anyOf: [{ required: ['words'] }], properties: { words: true } } })
      find(words: string) {
        return words;
      }
    }
    const { router } = await boot({ providers: [Finder] });
    const { tools } = await router.toolset({ functions: ['finder_find'] });
    expect(tools[0]?.parameters).toEqual({
      type: 'object',
      anyOf: [{ required: ['words'] }],
      properties: { words: {} },
    });
    expect(await router.invoke('finder_find', '{"words":"x"}')).toBe('"x"');
    await expect(router.invoke('finder_find', '{}')).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('refuses a hand-written schema whose root is no object', async () => {
    @McpService({ name: 'finder' })
    class Finder {
      @McpTool({ inputSchema: { type: 'array', items: {} } })
      find() {
        return 1;
      }
    }
    expect(await bootFailure({ providers: [Finder] })).toMatch(/Finder.*find.*root type is "array"/);
  });

  it('says the same on every use of a module that was only compiled', async () => {
    @FunctionCall({ name: 'not a name', description: 'x' })
    class Bad {
      apply() {
        return 1;
      }
    }
    const module = await Test.createTestingModule({
      imports: [ToolRouterModule.forRoot()],
      providers: [CountBooks, Shelf, Bad],
    }).compile();
    const router = module.get(ToolRouter);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => router.getAllFunctionTools(['count_books'])).toThrow(/Bad.*"not a name"/);
    }
    await module.close();
  });

  it('refuses decorators on static members while the class is made', () => {
    expect(() => {
      class Wrong {
        @McpTool()
        static run() {
          return 1;
        }
      }
      return Wrong;
    }).toThrow(/Wrong.run.*instance methods/);
  });

  it('takes the request class from the decorator where no types are emitted', async () => {
    class PagesDto {
      @IsInt()
      @Min(1)
      pages!: number;
    }
    @FunctionCall({ name: 'print', description: 'Prints', request: PagesDto })
    class Print {
      apply(request: PagesDto) {
        return { isDto: request instanceof PagesDto, pages: request.pages };
      }
    }
    const { router } = await boot({ providers: [Print] });
    expect(router.getAllFunctionTools(['print'])[0]?.function.parameters).toMatchObject({
      properties: { pages: { minimum: 1 } },
    });
    expect((await router.call({ name: 'print', arguments: { pages: 0 } }, all(['print']))).errorCode).toBe(
      'invalid_arguments',
    );
    expect(await router.invoke('print', '{"pages":2}')).toBe('{"isDto":true,"pages":2}');
  });

  it('fills parameters by name, with the context where it is asked for', async () => {
    @McpService({ name: 'desk' })
    class Desk {
      constructor(@Inject('GREETING') private readonly greeting: string) {}
      @McpTool()
      greet(@McpParameter({ description: 'whom' }) guest: string, times = 1) {
        return `${this.greeting} ${guest}`.repeat(times);
      }
    }
    const { router } = await boot({ providers: [Desk, { provide: 'GREETING', useValue: 'Hi' }] });
    expect(router.getLocalMcpTools()[0]?.function.parameters).toMatchObject({
      properties: { guest: { type: 'string', description: 'whom' }, times: { type: 'number' } },
      required: ['guest'],
    });
    expect(await router.invoke('desk_greet', '{"guest":"Bo"}')).toBe('"Hi Bo"');
    expect(await router.invoke('desk_greet', '{"guest":"Bo","times":"2"}')).toBe('"Hi BoHi Bo"');
  });
});
