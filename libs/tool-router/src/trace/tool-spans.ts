import { createRequire } from 'node:module';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type { ToolErrorCode } from '../tool/tool-call.js';

/** The parts of OpenTelemetry's API that are used here; the package is an optional peer. */
interface Span {
  setAttribute(name: string, value: string): unknown;
  setStatus(status: { readonly code: number }): unknown;
  end(): void;
}

interface Tracer {
  startActiveSpan<T>(name: string, options: { readonly attributes: object }, run: (span: Span) => T): T;
}

interface TracerProvider {
  getTracer(name: string): Tracer;
  /** Of the provider that stands in for the real one: nothing until an SDK is registered. */
  getDelegateTracer?(name: string): Tracer | undefined;
}

interface OpenTelemetryApi {
  readonly trace: { getTracerProvider(): TracerProvider };
  readonly SpanStatusCode: { readonly ERROR: number };
}

const INSTRUMENTATION = 'nestjs-tool-router';

/** Where every copy of the API package, in any module system, keeps what an SDK registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Ends the span of a call. */
export type EndSpan = (errorCode: ToolErrorCode | undefined) => void;

/**
 * One span per call where the application uses OpenTelemetry: named and attributed after the GenAI semantic conventions
 * (span `execute_tool {name}`). Arguments and results are never attributes.
 */
export class ToolSpans {
  /**
   * Loaded with the first span, so that an application without an SDK never pays for the API package; null where that
   * is not installed.
   */
  private api: OpenTelemetryApi | null | undefined;

  /** Whether an SDK is registered; without one nothing is made. */
  static get isWanted(): boolean {
    const registered = (globalThis as { readonly [REGISTERED]?: { readonly trace?: unknown } })[REGISTERED];
    return registered?.trace !== undefined;
  }

  /** Runs a call within its span. `opened` gets the way to end the span. */
  run<T>(tool: ExecutableTool, callId: string, run: () => T, opened: (end: EndSpan) => void): T {
    if (this.api === undefined) this.api = loadApi();
    const { api } = this;
    const tracer = api === null ? undefined : tracerOf(api.trace.getTracerProvider());
    if (api === null || tracer === undefined) return run();
    const { name, description } = tool.definition;
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.description': description,
      'gen_ai.tool.type': tool.source.endsWith('-mcp') && tool.source !== 'local-mcp' ? 'extension' : 'function',
      'gen_ai.tool.call.id': callId,
    };
    return tracer.startActiveSpan(`execute_tool ${name}`, { attributes }, (span) => {
      opened((errorCode) => {
        if (errorCode !== undefined) {
          span.setAttribute('error.type', errorCode);
          span.setStatus({ code: api.SpanStatusCode.ERROR });
        }
        span.end();
      });
      return run();
    });
  }
}

function loadApi(): OpenTelemetryApi | null {
  try {
    return createRequire(__filename)('@opentelemetry/api') as OpenTelemetryApi;
  } catch {
    return null;
  }
}

function tracerOf(provider: TracerProvider): Tracer | undefined {
  return provider.getDelegateTracer === undefined
    ? provider.getTracer(INSTRUMENTATION)
    : provider.getDelegateTracer(INSTRUMENTATION);
}
