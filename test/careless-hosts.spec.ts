import { setTimeout as sleep } from 'node:timers/promises';
import { IsInt } from 'class-validator';
import { of } from 'rxjs';
import {
  FunctionCall,
  McpParameter,
  McpService,
  McpTool,
  ToolExecutionException,
  ToolRouter,
  ToolRouterException,
  ToolTrace,
  type ToolContext,
} from 'nestjs-tool-router';
import { boot, closeAll, type BootOptions } from './fixtures/boot.js';

afterEach(closeAll);

function fn(name: string, apply: () => unknown) {
  @FunctionCall({ name, description: name })
  class Fn {
    apply() {
      return apply();
    }
  }
  return Fn;
}

async function routerWith(tools: Record<string, () => unknown>, router: BootOptions['router'] = {}) {
  const providers = Object.entries(tools).map(([name, apply]) => fn(name, apply));
  return (await boot({ router, providers })).router;
}

/** What an untyped caller may pass where the types ask for something else. */
const untyped = (value: unknown) => value as never;

const refuses = () => {
  throw new Error('cannot be read');
};

describe('an allowlist that is no list of names', () => {
  it.each([
    { functions: 'erase' },
    { functions: { 0: 'erase', length: 1 } },
    { functions: new Set(['erase']) },
    { functions: [['erase'], { name: 'erase' }] },
    { mcpServers: 'erase' },
    'erase',
    ['erase'],
    true,
  ])('allows nothing: %j', async (given) => {
    let erased = 0;
    const router = await routerWith({ erase: () => ++erased });
    const allow = untyped(given);
    expect(await router.call({ name: 'erase' }, { allow })).toMatchObject({ errorCode: 'not_allowed' });
    expect((await router.toolset(allow)).tools).toEqual([]);
    expect((await router.toolset({ functions: ['erase'] }, { allow })).tools).toEqual([]);
    expect(erased).toBe(0);
  });

  it('lists nothing for what is no list', async () => {
    const router = await routerWith({ erase: () => 1 });
    const none = [undefined, null, 5, {}, 'erase', [null, 7, ['erase']]].map((value) => untyped(value));
    for (const names of none) {
      expect(router.getAllFunctionTools(names)).toEqual([]);
      expect(await router.getGlobalMcpTools(names)).toEqual([]);
      expect(await router.getUserMcpTools(names, 'ann')).toEqual([]);
      expect(await router.getAllTools(names, names)).toEqual([]);
    }
  });
});

describe('a context that cannot be used', () => {
  it.each([NaN, '50', null, {}])('takes the deadline of the application for %j', async (deadlineMs) => {
    const router = await routerWith({ wait: () => new Promise(() => {}) }, { deadlineMs: 30 });
    const context = { allow: { functions: ['wait'] }, deadlineMs: untyped(deadlineMs) };
    expect(await router.call({ name: 'wait' }, context)).toMatchObject({ errorCode: 'timeout' });
  });

  it('does without a signal that is none', async () => {
    const router = await routerWith({ wait: async () => await sleep(2, 'done') });
    for (const signal of [{}, 'stop', 1, { aborted: true }]) {
      const context = { allow: { functions: ['wait'] }, signal: untyped(signal) };
      expect(await router.call({ name: 'wait' }, context)).toMatchObject({ output: '"done"' });
    }
  });

  it('fails the calls, and nothing else, where its getters throw', async () => {
    let ran = 0;
    const router = await routerWith({ tick: () => ++ran });
    const context: ToolContext = Object.defineProperty({}, 'allow', { get: refuses });
    expect(await router.call({ id: 'a', name: 'tick' }, context)).toMatchObject({ callId: 'a', isError: true });
    const results = await router.callAll([{ name: 'tick' }, { name: 'tick' }], context);
    expect(results.map(({ errorCode }) => errorCode)).toEqual(['tool_error', 'tool_error']);
    await expect(router.toolset({ functions: ['tick'] }, context)).rejects.toBeInstanceOf(ToolRouterException);
    expect(ran).toBe(0);
  });

  it('allows nothing where there is none', async () => {
    const router = await routerWith({ tick: () => 1 });
    for (const none of [undefined, null]) {
      const context = untyped(none);
      const refused = router.runWithContext(context, () => router.invoke('tick'));
      await expect(refused).rejects.toMatchObject({ code: 'not_allowed' });
    }
  });
});

describe('a call that cannot be used', () => {
  it('answers for whatever stands in the place of a call', async () => {
    const router = await routerWith({ tick: () => 1 });
    const allow = { functions: ['tick'] };
    const throwing = new Proxy({}, { get: refuses });
    const odd = [null, undefined, 3, 'tick', {}, [], { name: 7 }, { name: {} }, throwing];
    const results = await router.callAll(untyped([...odd, { id: 'last', name: 'tick' }]), { allow });
    expect(results.map(({ isError }) => isError)).toEqual([...odd.map(() => true), false]);
    for (const { callId, output } of results)
      expect([callId, output]).toEqual([expect.any(String), expect.any(String)]);
    const notLists = [undefined, null, {}, 'tick', 4];
    for (const calls of notLists) expect(await router.callAll(untyped(calls), { allow })).toEqual([]);
  });

  it('reads every property once', async () => {
    let erased = 0;
    const router = await routerWith({ tick: () => 'tick', erase: () => ++erased });
    const names = ['tick', 'erase', 'erase'];
    const call = {
      get name() {
        return names.shift() ?? 'erase';
      },
    };
    expect(await router.call(call, { allow: { functions: ['tick'] } })).toMatchObject({ name: 'tick', isError: false });
    expect(erased).toBe(0);
  });

  it('explains names that are none', async () => {
    const router = await routerWith({ tick: () => 1 });
    for (const name of [undefined, null, 7, {}, Symbol('tick')]) {
      expect((await router.explain(untyped(name))).winner).toBeUndefined();
    }
  });

  it('never makes a call for a user into one of the host', async () => {
    let ran = 0;
    const router = await routerWith({ pay: () => ++ran });
    for (const user of ['', '  ', 12, {}, false]) {
      await expect(router.invoke('pay', '{}', untyped(user))).rejects.toMatchObject({ code: 'unknown_tool' });
    }
    expect(ran).toBe(0);
  });
});

describe('what a tool gives back', () => {
  it('has a text also where the tool gives none', async () => {
    const { BadRequestException, NotFoundException } = await import('@nestjs/common');
    const blank = [
      new ToolExecutionException(''),
      new ToolExecutionException(untyped(undefined)),
      new BadRequestException({ message: [] }),
      new NotFoundException(' '),
      new Proxy(new Error('x'), { get: refuses, getPrototypeOf: refuses }),
    ];
    for (const thrown of blank) {
      const router = await routerWith({
        fail: () => {
          throw thrown;
        },
      });
      const result = await router.call({ name: 'fail' }, { allow: { functions: ['fail'] } });
      expect([result.errorCode, result.output]).toEqual(['tool_error', expect.stringMatching(/\w/)]);
      await expect(router.invoke('fail')).rejects.toMatchObject({ code: 'tool_error' });
    }
  });

  it('is well-formed text, and the notice of a cut has no letter of the alphabet’s ends', async () => {
    const router = await routerWith(
      { broken: () => 'x\ud83d', long: () => 'z'.repeat(900) },
      { stringResults: 'raw', maxResultChars: 200 },
    );
    expect(await router.invoke('broken')).toBe('x\ufffd');
    const long = await router.invoke('long');
    const missing = Number(/\d+/.exec(long)?.[0]);
    expect(missing + (long.match(/z/g) ?? []).length).toBe(900);
  });

  it('waits for an observable behind a promise', async () => {
    const router = await routerWith({ later: () => Promise.resolve(of(1, { last: true })) });
    expect(await router.invoke('later')).toBe('{"last":true}');
  });

  it('keeps its trace, whatever an observer does to the one that it sees', async () => {
    const seen: unknown[] = [];
    const router = await routerWith(
      { note: () => ToolTrace.record({ hits: ['first'] }) },
      {
        observers: [
          {
            onToolCallEnd: ({ trace }) => {
              seen.push(structuredClone(trace));
              (trace as { hits: string[] }).hits.push('added');
            },
          },
        ],
      },
    );
    const { trace } = await router.call({ name: 'note' }, { allow: { functions: ['note'] } });
    expect([trace, seen]).toEqual([{ hits: ['first'] }, [{ hits: ['first'] }]]);
  });
});

describe('a build that emits no types', () => {
  it('leaves the parameters of a service open, and takes the type of a default', async () => {
    class Range {
      of(from: unknown, step: unknown, label: unknown) {
        return [from, step, label];
      }
    }
    McpParameter({ name: 'from' })(Range.prototype, 'of', 0);
    McpParameter({ name: 'step', defaultValue: 2 })(Range.prototype, 'of', 1);
    McpParameter({ name: 'label', defaultValue: '' })(Range.prototype, 'of', 2);
    McpTool()(Range.prototype, 'of', Object.getOwnPropertyDescriptor(Range.prototype, 'of') as PropertyDescriptor);
    McpService({ name: 'range' })(Range);
    const { router, lines } = await boot({ providers: [Range] });
    expect(router.getLocalMcpTools()[0]?.function.parameters).toMatchObject({
      properties: { step: { type: 'number', default: 2 }, label: { type: 'string' } },
      required: ['from'],
    });
    expect(await router.invoke('range_of', '{"from":{"a":1},"step":"4"}')).toBe('[{"a":1},4,""]');
    expect(lines.filter(({ level }) => level === 'warn').map(({ text }) => text)).toEqual([
      expect.stringMatching(/Range.*from.*not known at run time|Range.*parameter 1.*not known at run time/),
    ]);
  });

  it('takes a function without a description, and says so', async () => {
    class Count {
      @IsInt()
      n!: number;
    }
    class Doubling {
      apply({ n }: Count) {
        return 2 * n;
      }
    }
    FunctionCall(untyped({ name: 'twice', request: Count }))(Doubling);
    const { router } = await boot({ providers: [Doubling] });
    expect(router.getAllFunctionTools(['twice'])[0]?.function.name).toBe('twice');
    expect(await router.invoke('twice', '{"n":21}')).toBe('42');
  });
});

describe('tools that call tools', () => {
  it('come to an end, also where one calls itself', async () => {
    let calls = 0;
    const router = await routerWith({
      again: () => {
        calls++;
        return router.invoke('again');
      },
      aside: () => {
        calls++;
        return router.runWithContext({ allow: { functions: ['aside'] } }, () => router.invoke('aside'));
      },
      later: async () => {
        calls++;
        await sleep(0);
        const inner = await router.call({ name: 'later' }, { allow: { functions: ['later'] } });
        return inner.isError ? inner.output : (JSON.parse(inner.output) as string);
      },
    });
    for (const name of ['again', 'aside', 'later']) {
      calls = 0;
      const result = await router.call({ name }, { allow: { functions: [name] } });
      expect(result.output).toMatch(/levels deep/);
      expect(calls).toBe(64);
    }
  });

  it('are all found, also where a constructor was too early', async () => {
    class Eager {
      readonly answer: Promise<unknown>;
      constructor(router: ToolRouter) {
        this.answer = router.invoke('made_later').catch((error: unknown) => error);
      }
    }
    const MadeLater = fn('made_later', () => 'made');
    const { router, app } = await boot({
      providers: [
        { provide: Eager, inject: [ToolRouter], useFactory: (early: ToolRouter) => new Eager(early) },
        { provide: 'LATER', inject: [Eager], useFactory: async () => await sleep(5, new MadeLater()) },
      ],
    });
    expect(await app.get(Eager).answer).toMatchObject({ code: 'unknown_tool' });
    expect(router.getAllFunctionTools(['made_later'])).toHaveLength(1);
    expect(await router.invoke('made_later')).toBe('"made"');
    const allow = { functions: ['made_later'] };
    expect(await router.call({ name: 'made_later' }, { allow })).toMatchObject({ output: '"made"' });
  });
});
