import type { JsonSchema } from './json.js';
import type { ToolDefinition } from './tool-definition.js';

/** A tool as OpenAI's Chat Completions API takes it. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonSchema;
    readonly strict?: boolean;
  };
}

/** A tool as OpenAI's Responses API takes it. */
export interface OpenAiResponsesTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly strict: boolean;
}

/** A tool as Anthropic's Messages API takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

/** One function declaration as the Gemini API takes it. */
export interface GeminiFunctionDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: JsonSchema;
}

/** The `tools` entry of a Gemini request. */
export interface GeminiTools {
  readonly functionDeclarations: readonly GeminiFunctionDeclaration[];
}

/** Turns definitions into what the providers take; answers are frozen and cached per definition. */
export interface ToolProjection {
  toOpenAI(definition: ToolDefinition): OpenAiTool;
  toOpenAIResponses(definition: ToolDefinition): OpenAiResponsesTool;
  toAnthropic(definition: ToolDefinition): AnthropicTool;
  toGemini(definition: ToolDefinition): GeminiFunctionDeclaration;
}
