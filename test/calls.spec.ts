import { NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { of } from 'rxjs';
import {
  FunctionCall,
  FunctionParameter,
  McpService,
  McpTool,
  ToolExecutionException,
  ToolRouterException,
  type ToolContext,
} from 'nestjs-tool-router';
import { boot, closeAll } from './fixtures/boot.js';

afterEach(closeAll);

/** A function whose behaviour a test chooses. */
function functionOf(
  name: string,
  apply: (request: never, context: ToolContext) => unknown,
  request?: new () => object,
) {
  @FunctionCall({ name, description: name, ...(request === undefined ? {} : { request }) })
  class Chosen {
    apply(given: never, context: ToolContext) {
      return apply(given, context);
    }
  }
  return Chosen;
}

const allow = (...functions: string[]): ToolContext => ({ allow: { functions } });

async function exceptionOf(work: Promise<unknown>): Promise<ToolRouterException> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(ToolRouterException.is(error)).toBe(true);
  return error as ToolRouterException;
}

class TextDto {
  @FunctionParameter({ description: 'a text' })
  text!: string;
}

describe('results', () => {
  it.each([
    [{ a: [1, null] }, '{"a":[1,null]}'],
    [42, '42'],
    [undefined, 'null'],
    ['# Title "x"\n', '"# Title \\"x\\"\\n"'],
    [Promise.resolve({ b: 2 }), '{"b":2}'],
    [of('last of all'), '"last of all"'],
  ])('are JSON text: %j', async (value, output) => {
    const { router } = await boot({ providers: [functionOf('give', () => value)] });
    expect(await router.call({ id: 'c9', name: 'give' }, allow('give'))).toMatchObject({
      callId: 'c9',
      name: 'give',
      output,
      isError: false,
    });
  });

  it('leave texts bare where the host says so', async () => {
    const { router } = await boot({
      router: { stringResults: 'raw' },
      providers: [functionOf('give', () => '# Title')],
    });
    expect(await router.invoke('give')).toBe('# Title');
  });

  it('are cut in the middle, pairs kept whole, with the number of what is missing', async () => {
    for (const before of [60, 61]) {
      const text = 'b'.repeat(before) + '🚲'.repeat(400) + 'e'.repeat(60);
      const { router } = await boot({
        router: { stringResults: 'raw', maxResultChars: 300 },
        providers: [functionOf('big', () => text)],
      });
      const { output, truncated } = await router.call({ name: 'big' }, allow('big'));
      expect(truncated).toBe(true);
      expect(output.isWellFormed()).toBe(true);
      expect(output.length).toBeLessThanOrEqual(300);
      const [missing] = /\d+/.exec(output) as RegExpExecArray;
      const kept = output.replace(/[^be🚲]/gu, '').length - 'characterslftou'.replace(/[^be]/g, '').length;
      expect(output.startsWith('b') && output.endsWith('e')).toBe(true);
      expect(Number(missing)).toBeGreaterThan(text.length - kept - 10);
    }
  });

  it('do not make a call reject, whatever they are', async () => {
    const strange = {
      lazy: () => ({
        toJSON() {
          throw new Error('not loaded');
        },
      }),
      getter: () =>
        Object.defineProperty({}, 'x', {
          enumerable: true,
          get() {
            throw new Error('no');
          },
        }),
      proxy: () =>
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error('no keys');
            },
          },
        ),
      big: () => ({ n: 5n }),
    };
    const { router } = await boot({ providers: Object.entries(strange).map(([name, make]) => functionOf(name, make)) });
    for (const name of Object.keys(strange)) {
      const result = await router.call({ name }, allow(name));
      if (result.isError) expect(result.errorCode).toBe('tool_error');
      else expect(() => JSON.parse(result.output) as unknown).not.toThrow();
    }
  });
});

describe('failures', () => {
  it('of every kind become a tool_error with the thrown value as cause', async () => {
    const selfCaused = new Error('loop');
    selfCaused.cause = selfCaused;
    const thrown = ['text', undefined, null, 7, { code: 1 }, new Error(), Object.freeze(new Error('cold')), selfCaused];
    for (const value of thrown) {
      const { router } = await boot({
        providers: [
          functionOf('now', () => {
            throw value;
          }),
          functionOf('later', async () => {
            throw value;
          }),
        ],
      });
      for (const name of ['now', 'later']) {
        const result = await router.call({ name }, allow(name));
        expect(result).toMatchObject({ isError: true, errorCode: 'tool_error' });
        expect(result.output).not.toBe('');
        const exception = await exceptionOf(router.invoke(name));
        expect(exception.code).toBe('tool_error');
        expect(exception.cause).toBe(value);
      }
    }
  });

  it('keep host paths, stacks and messages of unexpected errors from the model and from the log', async () => {
    const { router, lines } = await boot({
      providers: [
        functionOf('open', () => {
          throw new Error('cannot open /srv/secret/prod.yml for token-4711');
        }),
      ],
    });
    const { output } = await router.call({ name: 'open', arguments: '{"q":"argument-77"}' }, allow('open'));
    expect(output).not.toMatch(/srv|prod\.yml|4711|\bat /);
    const loud = lines.filter((line) => line.level !== 'debug' && line.level !== 'verbose').map((line) => line.text);
    expect(loud.join('\n')).not.toMatch(/4711|argument-77/);
    expect(loud).toContainEqual(expect.stringContaining('open'));
  });

  it('show the model what a tool throws on purpose', async () => {
    const { router } = await boot({
      providers: [
        functionOf('find', () => {
          throw new NotFoundException('No order 12: list the orders first.');
        }),
        functionOf('pay', () => {
          throw new ToolExecutionException('The card was declined.', { kind: 'declined' });
        }),
        functionOf('down', () => {
          throw new ServiceUnavailableException('db01 is gone');
        }),
      ],
    });
    expect(await router.call({ name: 'find' }, allow('find'))).toMatchObject({
      output: 'No order 12: list the orders first.',
      errorCode: 'tool_error',
    });
    expect(await router.call({ name: 'pay' }, allow('pay'))).toMatchObject({
      output: 'The card was declined.',
      errorKind: 'declined',
    });
    expect((await router.call({ name: 'down' }, allow('down'))).output).not.toContain('db01');
  });

  it('name the argument, not its value, and carry stable codes', async () => {
    class PinDto {
      @FunctionParameter({ description: 'pin' })
      pin!: string;
      @IsInt()
      age!: number;
    }
    const { router, lines } = await boot({
      providers: [
        functionOf('enter', () => 1, PinDto),
        functionOf('broken', () => {
          throw new TypeError('x');
        }),
      ],
    });
    const result = await router.call({ name: 'enter', arguments: { pin: 'tulip-99-pin', age: 'old' } }, allow('enter'));
    expect(result.errorCode).toBe('invalid_arguments');
    expect(result.output).toContain('age');
    expect(result.output + lines.map((line) => line.text).join()).not.toContain('tulip-99-pin');
    expect((await exceptionOf(router.invoke('enter', '{"pin":"1"}'))).code).toBe('invalid_arguments');
    expect((await exceptionOf(router.invoke('broken'))).cause).toBeInstanceOf(TypeError);
    const unknown = await exceptionOf(router.invoke('entr'));
    expect([unknown.code, unknown.retryable]).toEqual(['unknown_tool', false]);
  });

  it('of a tool that this one called are this one’s tool_error', async () => {
    const { router } = await boot({
      providers: [functionOf('outer', () => router0().invoke('missing')), functionOf('inner', () => 1)],
    });
    const router0 = () => router;
    const result = await router.call({ name: 'outer' }, allow('outer', 'inner'));
    expect(result).toMatchObject({ errorCode: 'tool_error' });
    expect(result.output).toContain('"missing"');
  });
});

describe('arguments', () => {
  it('reach a function only when they are a whole object', async () => {
    let ran = 0;
    const { router } = await boot({ providers: [functionOf('write', () => ++ran, TextDto)] });
    for (const text of ['[1]', '"x"', '3', 'true', '{"text":"half', '{"text":"a",', '{"text":"a"', '{bad', 'null']) {
      const result = await router.call({ name: 'write', arguments: text }, allow('write'));
      expect([text, result.errorCode]).toEqual([text, 'invalid_arguments']);
    }
    expect(ran).toBe(0);
    expect((await router.call({ name: 'write', arguments: '{"text":"x"}' }, allow('write'))).isError).toBe(false);
  });

  it('given as a frozen object are neither changed nor shared', async () => {
    class ListDto {
      @FunctionParameter({ type: ['string'] })
      list!: string[];
    }
    const given = Object.freeze({ list: Object.freeze(['one']) });
    const { router } = await boot({
      providers: [functionOf('push', (request: ListDto) => request.list.push('two'), ListDto)],
    });
    const results = await router.callAll(
      [
        { id: 'a', name: 'push', arguments: given },
        { id: 'b', name: 'push', arguments: given },
      ],
      allow('push'),
    );
    expect(results.map((result) => result.output)).toEqual(['2', '2']);
    expect(given).toEqual({ list: ['one'] });
  });

  it('with hostile keys pollute nothing and reach no tool', async () => {
    let got: object = {};
    const { router } = await boot({
      providers: [
        functionOf(
          'keep',
          (request) => {
            got = request;
            return 'kept';
          },
          TextDto,
        ),
      ],
    });
    await router.invoke('keep', '{"text":"x","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(got)).toBe(TextDto.prototype);
    expect(Object.keys(got)).toEqual(['text']);
  });
});

describe('parallel calls and time', () => {
  class WaitDto {
    @FunctionParameter({ type: 'integer' })
    ms!: number;
  }
  const wait = functionOf(
    'wait',
    async ({ ms }: WaitDto) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return ms;
    },
    WaitDto,
  );

  it('answer in the order of the calls, each with its own id', async () => {
    const { router } = await boot({ providers: [wait] });
    const calls = [25, 1, 15, 0].map((ms, index) => ({ id: `id-${index}`, name: 'wait', arguments: { ms } }));
    const toolset = await router.toolset({ functions: ['wait'] });
    for (const results of [await router.callAll(calls, allow('wait')), await toolset.callAll(calls)]) {
      expect(results.map((result) => [result.callId, result.output])).toEqual([
        ['id-0', '25'],
        ['id-1', '1'],
        ['id-2', '15'],
        ['id-3', '0'],
      ]);
    }
  });

  it('keep the results of the others when one fails or is refused', async () => {
    const { router } = await boot({
      providers: [
        wait,
        functionOf('explode', () => {
          throw undefined;
        }),
        functionOf('forbidden', () => 1),
      ],
    });
    const results = await router.callAll(
      [
        { id: '1', name: 'wait', arguments: { ms: 1 } },
        { id: '2', name: 'explode' },
        { id: '3', name: 'forbidden' },
        { id: '4', name: 'nowhere' },
        { id: '5', name: 'wait', arguments: { ms: 0 } },
      ],
      allow('wait', 'explode'),
    );
    expect(results.map((result) => result.errorCode)).toEqual([
      undefined,
      'tool_error',
      'not_allowed',
      'unknown_tool',
      undefined,
    ]);
    expect(results.map((result) => result.callId)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('refuse what is too much for one turn, one answer per call', async () => {
    const { router } = await boot({ providers: [functionOf('one', () => 1)] });
    const results = await router.callAll(
      Array.from({ length: 130 }, () => ({ name: 'one' })),
      allow('one'),
    );
    expect(results.map((result) => result.errorCode).filter(Boolean)).toEqual(['capacity', 'capacity']);
    expect(new Set(results.map((result) => result.callId)).size).toBe(130);
  });

  it('end a hung tool at its deadline, tell it by its signal, and let it fail later', async () => {
    const rejections: unknown[] = [];
    const watch = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', watch);
    let aborted: Promise<unknown> = Promise.resolve();
    const { router } = await boot({
      providers: [
        functionOf('hang', (_, context) => {
          aborted = new Promise((resolve) => context.signal?.addEventListener('abort', resolve));
          return new Promise((_resolve, reject) =>
            context.signal?.addEventListener('abort', () => reject(new Error('late'))),
          );
        }),
        functionOf('quick', () => 'ok'),
      ],
    });
    const context = { ...allow('hang', 'quick'), deadlineMs: 40 };
    const [hung, quick] = await router.callAll([{ name: 'hang' }, { name: 'quick' }], context);
    expect(hung).toMatchObject({ errorCode: 'timeout', isError: true });
    expect(hung?.output).toContain('may still have an effect');
    expect(quick?.output).toBe('"ok"');
    await aborted;
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', watch);
    expect(rejections).toEqual([]);
  });

  it('end with the request that is cancelled, and run nothing for one that was', async () => {
    let ran = 0;
    const { router } = await boot({
      providers: [
        functionOf('hang', () => {
          ran++;
          return new Promise(() => undefined);
        }),
      ],
    });
    const request = new AbortController();
    const running = router.call({ name: 'hang' }, { ...allow('hang'), signal: request.signal });
    request.abort(new Error('client left with secret'));
    expect(await running).toMatchObject({
      errorCode: 'cancelled',
      output: expect.not.stringContaining('secret') as string,
    });
    expect((await router.call({ name: 'hang' }, { ...allow('hang'), signal: request.signal })).errorCode).toBe(
      'cancelled',
    );
    expect(ran).toBe(1);
  });

  it('are refused, and ended, when the application closes', async () => {
    const { app, router } = await boot({ providers: [functionOf('hang', () => new Promise(() => undefined))] });
    const running = router.call({ name: 'hang' }, allow('hang'));
    await app.close();
    expect((await running).errorCode).toBe('shutting_down');
    expect((await router.call({ name: 'hang' }, allow('hang'))).errorCode).toBe('shutting_down');
  });
});

describe('malformed calls of untyped hosts', () => {
  it('are results too', async () => {
    @McpService({ name: 'svc' })
    class Svc {
      @McpTool()
      one() {
        return 1;
      }
    }
    const { router } = await boot({ providers: [Svc] });
    for (const call of [undefined, null, {}, { name: 3 }, { name: ['svc_one'] }, 'svc_one']) {
      expect((await router.call(call as never, allow('svc_one'))).errorCode).toBe('unknown_tool');
    }
    expect((await router.call({ name: 'svc_one' }, undefined as never)).errorCode).toBe('not_allowed');
  });
});
