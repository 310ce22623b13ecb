import type { JsonObjectSchema, JsonSchema } from './json.js';
import type { ToolDefinition } from './tool-definition.js';

/** A tool as OpenAI's Chat Completions API takes it. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObjectSchema;
    readonly strict?: boolean;
  };
}

/** A tool as OpenAI's Responses API takes it. */
export interface OpenAiResponsesTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObjectSchema;
  readonly strict: boolean;
}

/** A tool as Anthropic's Messages API takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObjectSchema;
}

/** One function declaration as the Gemini API takes it. */
export interface GeminiFunctionDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: JsonObjectSchema;
}

/** The `tools` entry of a Gemini request. */
export interface GeminiTools {
  functionDeclarations: GeminiFunctionDeclaration[];
}

/** The provider APIs whose tool shapes are known. */
export interface ProviderTools {
  readonly openai: OpenAiTool;
  readonly 'openai-responses': OpenAiResponsesTool;
  readonly anthropic: AnthropicTool;
  readonly gemini: GeminiFunctionDeclaration;
}

export type ProviderFormat = keyof ProviderTools;

/** A definition in one provider's shape, with what that shape could not say. Frozen, made once per definition. */
export interface ProviderShape<F extends ProviderFormat> {
  /** Absent where the provider would refuse the schema: then only this tool is left out. */
  readonly tool?: ProviderTools[F];
  /** JSON text of `tool`, made on first use. */
  readonly json?: string;
  /** What had to be weakened, each with its path. */
  readonly weakened: readonly string[];
  /** Why the tool was left out. */
  readonly refused?: string;
}

/** What a shape is made of: a definition whose schema may still be any. */
export type ProjectedDefinition = Omit<ToolDefinition, 'parameters'> & { readonly parameters: JsonSchema };

/** Turns definitions into what the providers take. */
export interface ToolProjection {
  project<F extends ProviderFormat>(definition: ProjectedDefinition, format: F): ProviderShape<F>;
}
