import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  Query,
  Scope,
  UseGuards,
  type INestApplication,
} from '@nestjs/common';
import { ContextIdFactory, ModuleRef, REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  currentToolContext,
  FunctionCall,
  FunctionParameter,
  FunctionRequest,
  McpService,
  McpTool,
  CurrentContext,
  ToolDispatcher,
  ToolRouter,
  ToolRouterModule,
  ToolTrace,
  type ToolCallEnd,
  type ToolCallStart,
  type ToolContext,
} from 'nestjs-tool-router';
import supertest from 'supertest';
import { boot, closeAll } from './fixtures/boot.js';

afterEach(closeAll);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class NumberDto {
  @FunctionParameter({ type: 'integer' })
  n!: number;
}

describe('the context of a call', () => {
  it('never mixes between 200 users in parallel, in parameters, deep code and nested calls', async () => {
    const holder: { router?: ToolRouter } = {};
    @FunctionCall({ name: 'inner', description: 'x' })
    class Inner {
      async apply(_none: object, context: ToolContext) {
        await pause(1);
        return context.userId;
      }
    }
    @FunctionCall({ name: 'outer', description: 'x' })
    class Outer {
      async apply(@FunctionRequest() given: NumberDto, context: ToolContext) {
        const before = context.userId;
        await pause((given.n * 7) % 13);
        const nested = await Promise.all([
          holder.router?.invoke('inner'),
          holder.router?.call({ name: 'inner' }, context),
        ]);
        return [before, currentToolContext()?.userId, nested[0], nested[1]?.output];
      }
    }
    @McpService({ name: 'me' })
    class Me {
      @McpTool()
      async who(@CurrentContext() context: ToolContext, n: number) {
        await pause(n % 3);
        return [context.userId, currentToolContext()?.userId, n];
      }
    }
    const { router } = await boot({ providers: [Inner, Outer, Me] });
    holder.router = router;
    const results = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const context = { userId: `u${n}`, allow: { functions: ['outer', 'inner', 'me_who'] } };
        return [
          (await router.call({ name: 'outer', arguments: { n } }, context)).output,
          (await router.call({ name: 'me_who', arguments: { n } }, context)).output,
        ];
      }),
    );
    results.forEach((outputs, n) => {
      expect(outputs).toEqual([
        JSON.stringify([`u${n}`, `u${n}`, `"u${n}"`, `"u${n}"`]),
        JSON.stringify([`u${n}`, `u${n}`, n]),
      ]);
    });
    expect(currentToolContext()).toBeUndefined();
  });

  it('cannot be changed by a tool', async () => {
    @FunctionCall({ name: 'evil', description: 'x' })
    class Evil {
      apply(
        _none: object,
        context: { userId?: string; allow: { functions: string[] }; builtIn: { allowedReadRoots: string[] } },
      ) {
        for (const attack of [
          () => (context.userId = 'root'),
          () => context.allow.functions.push('vault'),
          () => context.builtIn.allowedReadRoots.push('/'),
          () => Object.assign(context, { allow: { functions: ['vault'] } }),
        ]) {
          expect(attack).toThrow(TypeError);
        }
        return 'tried';
      }
    }
    @FunctionCall({ name: 'peek', description: 'x' })
    class Peek {
      apply(_none: object, context: ToolContext) {
        return [context.userId, context.builtIn?.allowedReadRoots];
      }
    }
    @FunctionCall({ name: 'vault', description: 'x' })
    class Vault {
      apply() {
        return 'gold';
      }
    }
    const { router } = await boot({ providers: [Evil, Peek, Vault] });
    const context = { userId: 'ann', allow: { functions: ['evil', 'peek'] }, builtIn: { allowedReadRoots: ['/data'] } };
    const copy = structuredClone(context);
    expect((await router.call({ name: 'evil' }, context)).output).toBe('"tried"');
    expect((await router.call({ name: 'peek' }, context)).output).toBe('["ann",["/data"]]');
    expect((await router.call({ name: 'vault' }, context)).errorCode).toBe('not_allowed');
    expect(context).toEqual(copy);
  });

  it('carries the workspace of its own request into the built-ins', async () => {
    const folders = ['one', 'two'].map((text) => {
      const folder = mkdtempSync(join(tmpdir(), 'scope-'));
      writeFileSync(join(folder, 'id.txt'), text);
      return folder;
    });
    const { router } = await boot({
      router: { builtIn: { tools: ['read_file'], context: { workspaceRoot: folders[0] } } },
    });
    const call = { name: 'read_file', arguments: { path: 'id.txt' } };
    const contentOf = (output: string) => (JSON.parse(output) as { content: string }).content;
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const context = { allow: { functions: ['read_file'] }, builtIn: { workspaceRoot: folders[index % 2] } };
        const expected = index % 2 === 0 ? 'one' : 'two';
        expect(contentOf((await router.call(call, context)).output)).toBe(expected);
        expect(
          contentOf(await router.runWithContext(context, () => router.invoke('read_file', '{"path":"id.txt"}'))),
        ).toBe(expected);
      }),
    );
    folders.forEach((folder) => rmSync(folder, { recursive: true }));
  });
});

describe('progress', () => {
  it('reaches the host, whose own faults do not fail the call', async () => {
    @FunctionCall({ name: 'steps', description: 'x' })
    class Steps {
      apply(_none: object, { onProgress }: ToolContext) {
        onProgress?.({ progress: 1, total: 2 });
        onProgress?.({ progress: 2, total: 2 });
        return 'done';
      }
    }
    const seen: number[] = [];
    const { router } = await boot({ providers: [Steps] });
    const onProgress = ({ progress }: { progress: number }) => {
      seen.push(progress);
      throw new Error('the screen is gone');
    };
    const result = await router.call({ name: 'steps' }, { allow: { functions: ['steps'] }, onProgress });
    expect([result.output, seen]).toEqual(['"done"', [1, 2]]);
  });
});

describe('the dispatcher', () => {
  let built = 0;

  @Injectable({ scope: Scope.REQUEST })
  class Tenant {
    readonly serial = ++built;
    constructor(@Inject(REQUEST) readonly request: { headers: Record<string, string> }) {}
  }

  @Injectable({ scope: Scope.REQUEST })
  @FunctionCall({ name: 'tenant', description: 'x' })
  class TenantOf {
    constructor(private readonly tenant: Tenant) {}
    async apply() {
      await pause(2);
      return [this.tenant.request.headers['x-tenant'], this.tenant.serial];
    }
  }

  @FunctionCall({ name: 'forbidden', description: 'x' })
  class Forbidden {
    apply() {
      return 'ran';
    }
  }

  const guarded: string[] = [];
  const contexts: string[] = [];

  interface Incoming {
    headers: Record<string, string>;
    who?: string;
  }

  /** Says who the user is, as guards do. */
  class WhoGuard implements CanActivate {
    canActivate(execution: ExecutionContext) {
      const incoming = execution.switchToHttp().getRequest<Incoming>();
      incoming.who = incoming.headers['x-tenant'];
      guarded.push(String(incoming.who));
      return true;
    }
  }

  @UseGuards(WhoGuard)
  @Controller()
  class ToolsController {
    constructor(
      private readonly dispatcher: ToolDispatcher,
      private readonly tenant: Tenant,
    ) {}

    @Get('call')
    async call(@Query('name') name: string) {
      const [first, second] = await this.dispatcher.callAll([{ name }, { name }]);
      return {
        own: this.tenant.serial,
        outputs: [first?.output, second?.output],
        code: first?.errorCode,
        user: (await this.dispatcher.context()).userId,
      };
    }

    @Get('tools')
    async tools() {
      return await this.dispatcher.tools();
    }

    @Get('invoke')
    async invoke(@Query('name') name: string) {
      return { text: await this.dispatcher.invoke(name) };
    }
  }

  let app: INestApplication;
  beforeAll(async () => {
    const module = await Test.createTestingModule({
      imports: [
        ToolRouterModule.forRoot({
          contextFactory: async (incoming: Incoming) => {
            await pause(1);
            contexts.push(`${incoming.headers['x-tenant']} ${incoming.who === undefined ? 'open' : 'guarded'}`);
            return { userId: incoming.headers['x-tenant'], allow: { functions: ['tenant'] } };
          },
        }),
      ],
      providers: [Tenant, TenantOf, Forbidden],
      controllers: [ToolsController],
    }).compile();
    app = module.createNestApplication({ logger: false });
    await app.init();
  });
  afterAll(() => app.close());

  it('runs request-scoped tools in the sub-tree of the request', async () => {
    const answers = await Promise.all(
      ['t1', 't2', 't3'].map((tenant) =>
        supertest(app.getHttpServer()).get('/call?name=tenant').set('x-tenant', tenant),
      ),
    );
    answers.forEach((answer, index) => {
      const { own, outputs, user } = answer.body as { own: number; outputs: string[]; user: string };
      expect(user).toBe(`t${index + 1}`);
      expect(outputs).toEqual([JSON.stringify([user, own]), JSON.stringify([user, own])]);
    });
  });

  it('obeys the context of the request', async () => {
    const { body } = await supertest(app.getHttpServer()).get('/call?name=forbidden').set('x-tenant', 't1');
    expect((body as { code: string }).code).toBe('not_allowed');
    const tools = (await supertest(app.getHttpServer()).get('/tools').set('x-tenant', 't1')).body as {
      function: { name: string };
    }[];
    expect(tools.map((tool) => tool.function.name)).toEqual(['tenant']);
    expect((await supertest(app.getHttpServer()).get('/invoke?name=forbidden').set('x-tenant', 't1')).status).toBe(500);
  });

  it('serves requests outside of HTTP too', async () => {
    const moduleRef = app.get(ModuleRef);
    const answers = await Promise.all(
      ['q1', 'q2'].map(async (tenant) => {
        const id = ContextIdFactory.create();
        moduleRef.registerRequestByContextId({ headers: { 'x-tenant': tenant } }, id);
        const dispatcher = await moduleRef.resolve(ToolDispatcher, id, { strict: false });
        return JSON.parse((await dispatcher.call({ name: 'tenant' })).output) as unknown[];
      }),
    );
    expect(answers.map((answer) => answer[0])).toEqual(['q1', 'q2']);
  });

  it('asks for the context after the guards, once per request', async () => {
    const [before, guards] = [contexts.length, guarded.length];
    await supertest(app.getHttpServer()).get('/call?name=tenant').set('x-tenant', 't9');
    expect(contexts.slice(before)).toEqual(['t9 guarded']);
    expect(guarded.slice(guards)).toEqual(['t9']);
  });

  it('leaves the router a singleton', () => {
    expect(app.get(ToolRouter)).toBeInstanceOf(ToolRouter);
  });

  it('allows nothing where the host gives no context', async () => {
    const { app: bare } = await boot({ providers: [Forbidden] });
    const dispatcher = await bare.resolve(ToolDispatcher);
    expect(await dispatcher.tools()).toEqual([]);
    expect((await dispatcher.toolset({ functions: ['forbidden'] })).tools).toEqual([]);
    expect((await dispatcher.call({ name: 'forbidden' })).errorCode).toBe('not_allowed');
    await expect(dispatcher.invoke('forbidden')).rejects.toMatchObject({ code: 'not_allowed' });
  });
});

describe('traces', () => {
  @FunctionCall({ name: 'search', description: 'x' })
  class Search {
    async apply(@FunctionRequest() { n }: NumberDto) {
      ToolTrace.record(`start ${n}`);
      await pause((n * 5) % 11);
      ToolTrace.record({ end: n });
      return 'answer';
    }
  }

  @FunctionCall({ name: 'retrieve', description: 'x' })
  class Retrieve {
    private last?: object;
    async apply(@FunctionRequest() { n }: NumberDto) {
      this.last = { hits: [n] };
      await pause((n * 3) % 7);
      return 'found';
    }
    lastTrace() {
      return this.last;
    }
  }

  @FunctionCall({ name: 'plain', description: 'x' })
  class Plain {
    apply() {
      return 'answer';
    }
  }

  @FunctionCall({ name: 'fails', description: 'x' })
  class Fails {
    apply() {
      ToolTrace.record('step one');
      throw new Error('then broke');
    }
  }

  @FunctionCall({ name: 'hangs', description: 'x' })
  class Hangs {
    apply() {
      ToolTrace.record('step slow');
      return new Promise(() => undefined);
    }
  }

  const allow = { functions: ['search', 'retrieve', 'plain', 'fails', 'hangs', 'outer', 'odd'] };
  const providers = [Search, Retrieve, Plain, Fails, Hangs];

  it('stay with their own call, on one instance in parallel', async () => {
    const { router } = await boot({ providers });
    const calls = Array.from({ length: 30 }, (_, n) => ({
      id: String(n),
      name: n % 2 === 0 ? 'search' : 'retrieve',
      arguments: { n },
    }));
    const results = await router.callAll(calls, { allow });
    results.forEach((result, n) => {
      expect(result.trace).toEqual(n % 2 === 0 ? [`start ${n}`, { end: n }] : { hits: [n] });
      expect(result.output).toBe(n % 2 === 0 ? '"answer"' : '"found"');
    });
  });

  it('are undefined for a tool that records nothing, whose output is the same to the byte', async () => {
    const { router } = await boot({ providers });
    const [plain, traced] = await router.callAll([{ name: 'plain' }, { name: 'search', arguments: { n: 0 } }], {
      allow,
    });
    expect(plain).toMatchObject({ output: '"answer"', trace: undefined });
    expect(traced?.output).toBe(plain?.output);
  });

  it('keep what was recorded before a failure and before a deadline', async () => {
    const { router } = await boot({ providers });
    const [failed, hung] = await router.callAll([{ name: 'fails' }, { name: 'hangs' }], { allow, deadlineMs: 40 });
    expect([failed?.trace, failed?.errorCode]).toEqual(['step one', 'tool_error']);
    expect([hung?.trace, hung?.errorCode]).toEqual(['step slow', 'timeout']);
    expect(`${failed?.output}${hung?.output}`).not.toMatch(/step/);
  });

  it('of an outer and an inner call are two', async () => {
    let inner: unknown;
    const holder: { router?: ToolRouter } = {};
    @FunctionCall({ name: 'outer', description: 'x' })
    class Outer {
      async apply(_none: object, context: ToolContext) {
        ToolTrace.record('before');
        inner = (await holder.router?.call({ name: 'search', arguments: { n: 1 } }, context))?.trace;
        ToolTrace.record('after');
        return 1;
      }
    }
    const { router } = await boot({ providers: [...providers, Outer] });
    holder.router = router;
    expect((await router.call({ name: 'outer' }, { allow })).trace).toEqual(['before', 'after']);
    expect(inner).toEqual(['start 1', { end: 1 }]);
  });

  it('take any value, and nothing outside of a call', async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const values = [circle, 5n, undefined, () => 1];
    @FunctionCall({ name: 'odd', description: 'x' })
    class Odd {
      apply() {
        values.forEach((value) => ToolTrace.record(value));
        return 'fine';
      }
    }
    const { router } = await boot({ providers: [...providers, Odd] });
    ToolTrace.record('outside');
    expect(await router.call({ name: 'odd' }, { allow })).toMatchObject({ output: '"fine"', trace: values });
    expect((await router.call({ name: 'plain' }, { allow })).trace).toBeUndefined();
  });
});

describe('observers', () => {
  @FunctionCall({ name: 'echo', description: 'x' })
  class Echo {
    apply(@FunctionRequest() { n }: NumberDto) {
      return { n };
    }
  }
  @FunctionCall({ name: 'bad', description: 'x' })
  class Bad {
    apply() {
      throw new RangeError('no');
    }
  }
  const providers = [Echo, Bad];
  const allow = { functions: ['echo', 'bad'] };

  it('see one start and one end per call, and what failed', async () => {
    const events: [string, ToolCallStart | ToolCallEnd][] = [];
    const { router } = await boot({
      providers,
      router: {
        observers: [
          {
            onToolCallStart: (event) => events.push(['start', event]),
            onToolCallEnd: (event) => events.push(['end', event]),
          },
        ],
      },
    });
    const context = { allow, userId: 'ann', requestId: 'r1' };
    await router.call({ id: 'a', name: 'echo', arguments: '{"n":1}' }, context);
    await router.call({ id: 'b', name: 'bad' }, context);
    await router.call({ id: 'c', name: 'echo', arguments: '{"n":"x"}' }, context);
    await router.call({ id: 'd', name: 'nope' }, context);
    await router.call({ id: 'e', name: 'echo', arguments: '{"n":' }, context);
    expect(events.map(([kind, event]) => `${kind} ${event.callId}`)).toEqual([
      'start a',
      'end a',
      'start b',
      'end b',
      'start c',
      'end c',
      'start e',
      'end e',
    ]);
    expect(events[0]?.[1]).toMatchObject({
      name: 'echo',
      source: 'function',
      userId: 'ann',
      requestId: 'r1',
      argumentsText: '{"n":1}',
    });
    expect(events[1]?.[1]).toMatchObject({ output: '{"n":1}', isError: false });
    expect(events[3]?.[1]).toMatchObject({
      isError: true,
      errorCode: 'tool_error',
      error: { cause: expect.any(RangeError) as RangeError },
    });
    expect(events[5]?.[1]).toMatchObject({ errorCode: 'invalid_arguments' });
  });

  it('change nothing: neither by throwing, nor by hanging, nor by writing into the events', async () => {
    const overwrite = (event: object) => {
      for (const key of Object.keys(event)) {
        try {
          (event as Record<string, unknown>)[key] = 'hacked';
        } catch {
          // frozen
        }
      }
    };
    const { router } = await boot({
      providers,
      router: {
        observers: [
          { onToolCallStart: overwrite, onToolCallEnd: overwrite },
          {
            onToolCallStart: () => {
              throw new Error('observer');
            },
            onToolCallEnd: () => Promise.reject(new Error('observer')),
          },
          { onToolCallStart: () => new Promise(() => undefined), onToolCallEnd: () => new Promise(() => undefined) },
          {},
        ],
      },
    });
    expect(await router.call({ id: 'c1', name: 'echo', arguments: '{"n":4}' }, { allow })).toMatchObject({
      callId: 'c1',
      name: 'echo',
      output: '{"n":4}',
      isError: false,
    });
  });
});
