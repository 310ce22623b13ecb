import {
  context,
  ROOT_CONTEXT,
  trace,
  type Context,
  type ContextManager,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { FunctionCall } from 'nestjs-tool-router';
import { boot, closeAll } from './fixtures/boot.js';

/** A span as this test's provider keeps it. */
interface KeptSpan {
  readonly name: string;
  readonly attributes: Record<string, unknown>;
  status?: number;
  ended: number;
}

const spans: KeptSpan[] = [];

function start(name: string, options: SpanOptions | undefined): KeptSpan & Span {
  const kept: KeptSpan = { name, attributes: { ...options?.attributes }, ended: 0 };
  spans.push(kept);
  return Object.assign(kept, {
    setAttribute: (key: string, value: unknown) => void (kept.attributes[key] = value),
    setStatus: ({ code }: { code: number }) => void (kept.status = code),
    end: () => void kept.ended++,
  }) as unknown as KeptSpan & Span;
}

const tracer = {
  startSpan: start,
  startActiveSpan: (name: string, options: SpanOptions, run: (span: Span) => unknown) => {
    const span = start(name, options);
    return context.with(trace.setSpan(context.active(), span), () => run(span));
  },
} as unknown as Tracer;

const storage = new AsyncLocalStorage<Context>();
const manager: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, fn, thisArg, ...args) => storage.run(active, () => fn.call(thisArg as never, ...args)),
  bind: (_active, target) => target,
  enable: () => manager,
  disable: () => manager,
};

@FunctionCall({ name: 'works', description: 'does its work' })
class Works {
  async apply() {
    await Promise.resolve();
    return (trace.getActiveSpan() as unknown as KeptSpan | undefined)?.name;
  }
}

@FunctionCall({ name: 'breaks', description: 'breaks' })
class Breaks {
  apply() {
    throw new Error('broken');
  }
}

afterEach(async () => {
  await closeAll();
  trace.disable();
  context.disable();
  spans.length = 0;
});

describe('spans', () => {
  const allow = { functions: ['works', 'breaks'] };

  it('surround every call and say how it ended, free of arguments and results', async () => {
    context.setGlobalContextManager(manager);
    trace.setGlobalTracerProvider({ getTracer: () => tracer });
    const { router } = await boot({ providers: [Works, Breaks] });
    const result = await router.call({ id: 'c1', name: 'works', arguments: '{"secret":"4711"}' }, { allow });
    await router.call({ id: 'c2', name: 'breaks' }, { allow });
    await router.call({ id: 'c3', name: 'unknown' }, { allow });
    expect(result.output).toBe('"execute_tool works"');
    expect(spans).toMatchObject([
      {
        name: 'execute_tool works',
        ended: 1,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'works',
          'gen_ai.tool.type': 'function',
          'gen_ai.tool.call.id': 'c1',
        },
      },
      { name: 'execute_tool breaks', ended: 1, status: 2, attributes: { 'error.type': 'tool_error' } },
    ]);
    expect(JSON.stringify(spans.map((span) => span.attributes))).not.toContain('4711');
  });

  it('are not made where no SDK is registered', async () => {
    const { router } = await boot({ providers: [Works] });
    expect((await router.call({ name: 'works' }, { allow })).output).toBe('null');
    expect(spans).toEqual([]);
  });
});
