import { ToolNotAllowedException } from '../errors/tool-not-allowed.exception.js';
import type { ExecutableTool } from '../tool/executable-tool.js';
import type {
  AnthropicTool,
  GeminiTools,
  OpenAiResponsesTool,
  OpenAiTool,
  ProviderFormat,
  ProviderTools,
  ToolProjection,
} from '../tool/provider-tools.js';
import type { ToolCall, ToolResult } from '../tool/tool-call.js';
import type { ToolDefinition } from '../tool/tool-definition.js';

/** How a toolset runs what it lists, and what it answers for a name that it does not list. */
export interface ToolsetActions {
  run(call: ToolCall, find: (name: string) => ExecutableTool | Promise<ExecutableTool>): Promise<ToolResult>;
  runAll(calls: readonly ToolCall[], run: (call: ToolCall) => Promise<ToolResult>): Promise<readonly ToolResult[]>;
  /** @throws UnknownToolException | ToolNotAllowedException */
  resolve(name: string): ExecutableTool | Promise<ExecutableTool>;
}

/** A tool that one provider's shape had to weaken or leave out. */
export interface ProjectionNote {
  readonly name: string;
  readonly weakened: readonly string[];
  readonly refused?: string;
}

/** The tools of one request, fixed when it was made: what it lists is exactly what it can run. */
export class Toolset {
  readonly tools: readonly ToolDefinition[];
  readonly #byName: ReadonlyMap<string, ExecutableTool>;

  constructor(
    tools: readonly ExecutableTool[],
    private readonly projection: ToolProjection,
    private readonly actions: ToolsetActions,
  ) {
    this.#byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
    this.tools = Object.freeze(tools.map((tool) => tool.definition));
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** For OpenAI's Chat Completions and the many APIs that take its shape. */
  toOpenAI(): OpenAiTool[] {
    return this.#project('openai');
  }

  toOpenAIResponses(): OpenAiResponsesTool[] {
    return this.#project('openai-responses');
  }

  toAnthropic(): AnthropicTool[] {
    return this.#project('anthropic');
  }

  /** The one entry for `tools` of a Gemini request. */
  toGemini(): GeminiTools[] {
    const functionDeclarations = this.#project('gemini');
    return functionDeclarations.length === 0 ? [] : [{ functionDeclarations }];
  }

  /** JSON text of the list for one provider, put together from texts that were made once per tool. */
  toJSON(format: ProviderFormat): string;
  /** What `JSON.stringify(toolset)` writes: the OpenAI shape. */
  toJSON(key?: string): OpenAiTool[];
  toJSON(format?: string): string | OpenAiTool[] {
    if (!isProviderFormat(format)) return this.toOpenAI();
    const list = `[${this.tools.flatMap((definition) => this.projection.project(definition, format).json ?? []).join(',')}]`;
    return format === 'gemini' && list !== '[]' ? `[{"functionDeclarations":${list}}]` : list;
  }

  /** What a provider's shape could not say, and which tools it had to leave out. */
  projectionNotes(format: ProviderFormat): readonly ProjectionNote[] {
    return this.tools.flatMap((definition) => {
      const { weakened, refused } = this.projection.project(definition, format);
      if (weakened.length === 0 && refused === undefined) return [];
      return [{ name: definition.name, weakened, ...(refused === undefined ? {} : { refused }) }];
    });
  }

  /** Runs one call of the model. Never rejects; a name that is not listed runs nothing. */
  call(call: ToolCall): Promise<ToolResult> {
    return this.actions.run(call, (name) => this.#byName.get(name) ?? this.#refuse(name));
  }

  /** Runs the calls of one turn side by side; the results are in the order of the calls. */
  callAll(calls: readonly ToolCall[]): Promise<readonly ToolResult[]> {
    return this.actions.runAll(calls, (call) => this.call(call));
  }

  /** A tool that came into being after the list was made is not part of it either. */
  async #refuse(name: string): Promise<never> {
    await this.actions.resolve(name);
    throw new ToolNotAllowedException(name);
  }

  #project<F extends ProviderFormat>(format: F): ProviderTools[F][] {
    return this.tools.flatMap((definition) => this.projection.project(definition, format).tool ?? []);
  }
}

const FORMATS: readonly string[] = ['openai', 'openai-responses', 'anthropic', 'gemini'] satisfies ProviderFormat[];

function isProviderFormat(format: string | undefined): format is ProviderFormat {
  return format !== undefined && FORMATS.includes(format);
}
