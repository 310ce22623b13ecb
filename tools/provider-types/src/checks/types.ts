/**
 * What the library lists and answers, against the parameter types of the SDKs. Nothing here runs: a line that compiles
 * is a check that passed, and a line under `@ts-expect-error` is one that must not compile.
 */
import type Anthropic from '@anthropic-ai/sdk';
import type { Content, FunctionDeclaration, GenerateContentParameters, Tool as GeminiTool } from '@google/genai';
import type { CallToolResult, ListToolsResult, Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import { dynamicTool, jsonSchema, tool, type JSONSchema7, type ModelMessage, type ToolSet } from 'ai';
import type OpenAI from 'openai';
import type {
  JsonSchema,
  McpGateway,
  McpToolOptions,
  ToolCall,
  ToolDispatcher,
  ToolResult,
  ToolRouter,
  Toolset,
} from 'nestjs-tool-router';

// oxlint-disable typescript/no-unnecessary-type-parameters -- the parameter is the check
declare function accepts<Wanted>(value: Wanted): void;
/** Fails where a type is `any`, which would accept everything. */
declare function isReal<T>(real: 0 extends 1 & T ? never : true): void;

declare const toolset: Toolset;
declare const router: ToolRouter;
declare const dispatcher: ToolDispatcher;
declare const gateway: McpGateway;
declare const results: readonly ToolResult[];
declare const anySchema: JsonSchema;

isReal<OpenAI.ChatCompletionTool>(true);
isReal<OpenAI.Responses.Tool>(true);
isReal<Anthropic.Tool>(true);
isReal<Anthropic.Tool.InputSchema>(true);
isReal<FunctionDeclaration>(true);
isReal<JSONSchema7>(true);
isReal<ToolSet>(true);
isReal<McpTool>(true);

// OpenAI, Chat Completions: the same type for strict and lenient tools.
accepts<OpenAI.ChatCompletionTool[]>(toolset.toOpenAI());
accepts<OpenAI.ChatCompletionFunctionTool[]>(toolset.toOpenAI());
accepts<OpenAI.ChatCompletionCreateParamsNonStreaming['tools']>(toolset.toOpenAI());
accepts<OpenAI.ChatCompletionCreateParamsStreaming['tools']>(toolset.toOpenAI());
accepts<OpenAI.ChatCompletionTool[]>(router.getAllFunctionTools(['a']));
accepts<OpenAI.ChatCompletionTool[]>(router.getLocalMcpTools());
accepts<OpenAI.ChatCompletionTool[]>(await router.getGlobalMcpTools(['s']));
accepts<OpenAI.ChatCompletionTool[]>(await router.getUserMcpTools(['s'], 'ann'));
accepts<OpenAI.ChatCompletionTool[]>(await router.getAllTools(['a'], ['s'], 'ann'));
accepts<OpenAI.ChatCompletionTool[]>(await dispatcher.tools());
accepts<OpenAI.ChatCompletionTool[]>(await gateway.getAvailableTools(['s']));
accepts<OpenAI.ChatCompletionTool[]>(await gateway.getUserAvailableTools(['s'], 'ann'));
accepts<OpenAI.ChatCompletionTool[]>(toolset.toJSON());
// The list is the caller's own: tools that the provider runs itself can be put beside it.
accepts<OpenAI.ChatCompletionTool[]>([...toolset.toOpenAI(), { type: 'custom', custom: { name: 'free_text' } }]);

// OpenAI, Responses.
accepts<OpenAI.Responses.Tool[]>(toolset.toOpenAIResponses());
accepts<OpenAI.Responses.FunctionTool[]>(toolset.toOpenAIResponses());
accepts<OpenAI.Responses.ResponseCreateParamsNonStreaming['tools']>(toolset.toOpenAIResponses());
accepts<OpenAI.Responses.Tool[]>([...toolset.toOpenAIResponses(), { type: 'web_search' }]);

// Anthropic.
accepts<Anthropic.Tool[]>(toolset.toAnthropic());
accepts<Anthropic.ToolUnion[]>(toolset.toAnthropic());
accepts<Anthropic.MessageCreateParamsNonStreaming['tools']>(toolset.toAnthropic());
accepts<Anthropic.MessageCountTokensParams['tools']>(toolset.toAnthropic());
accepts<Anthropic.Tool[]>(toolset.toAnthropic().map((one) => ({ ...one, cache_control: { type: 'ephemeral' } })));

// Gemini.
accepts<GeminiTool[]>(toolset.toGemini());
accepts<NonNullable<GenerateContentParameters['config']>['tools']>(toolset.toGemini());
accepts<FunctionDeclaration[]>(toolset.toGemini().flatMap((one) => one.functionDeclarations));

// AI SDK.
const [openai] = toolset.toOpenAI();
const [claude] = toolset.toAnthropic();
const [definition] = toolset.tools;
if (openai === undefined || claude === undefined || definition === undefined) throw new Error('no tools');
accepts<JSONSchema7>(openai.function.parameters);
accepts<JSONSchema7>(claude.input_schema);
accepts<JSONSchema7>(definition.parameters);
accepts<ToolSet>({
  dynamic: dynamicTool({
    description: definition.description,
    inputSchema: jsonSchema(openai.function.parameters),
    execute: (input) => toolset.call({ name: definition.name, arguments: input }),
  }),
  typed: tool({
    description: definition.description,
    inputSchema: jsonSchema<{ city: string }>(claude.input_schema),
    execute: (input, { toolCallId }) => toolset.call({ id: toolCallId, name: definition.name, arguments: input }),
  }),
});

// Model Context Protocol: the definitions, shown by a server.
accepts<McpTool[]>(
  toolset.tools.map(({ name, description, parameters, annotations }) => ({
    name,
    description,
    inputSchema: parameters,
    ...(annotations === undefined ? {} : { annotations }),
  })),
);
accepts<ListToolsResult>({
  tools: toolset.toAnthropic().map(({ input_schema: inputSchema, ...rest }) => ({ ...rest, inputSchema })),
});

// A schema can be read like any other, and comes in from the SDKs' types as well.
accepts<JsonSchema>(openai.function.parameters);
accepts<string[] | undefined>(definition.parameters.required);
accepts<McpToolOptions['inputSchema']>(definition.parameters);
accepts<McpToolOptions['inputSchema']>({ type: 'object', properties: { a: true }, $defs: {} } satisfies JSONSchema7);

// Calls: what the model answered.
declare const chatCall: OpenAI.ChatCompletionMessageFunctionToolCall;
declare const responseCall: OpenAI.Responses.ResponseFunctionToolCall;
declare const claudeCall: Anthropic.ToolUseBlock;
declare const geminiCall: { readonly id?: string | undefined; readonly name: string; readonly args?: unknown };
accepts<ToolCall>({ id: chatCall.id, ...chatCall.function });
accepts<ToolCall>({ id: responseCall.call_id, name: responseCall.name, arguments: responseCall.arguments });
accepts<ToolCall>({ id: claudeCall.id, name: claudeCall.name, arguments: claudeCall.input });
accepts<ToolCall>({ id: geminiCall.id, name: geminiCall.name, arguments: geminiCall.args });

// Answers: what the model reads next.
accepts<OpenAI.ChatCompletionToolMessageParam[]>(
  results.map(({ callId, output }) => ({ role: 'tool', tool_call_id: callId, content: output })),
);
accepts<OpenAI.Responses.ResponseInput>(
  results.map(({ callId, output }) => ({ type: 'function_call_output', call_id: callId, output })),
);
accepts<Anthropic.ToolResultBlockParam[]>(
  results.map(({ callId, output, isError }) => ({
    type: 'tool_result',
    tool_use_id: callId,
    content: output,
    is_error: isError,
  })),
);
accepts<Content>({
  role: 'user',
  parts: results.map(({ callId, name, output }) => ({
    functionResponse: { id: callId, name, response: { output } },
  })),
});
accepts<ModelMessage>({
  role: 'tool',
  content: results.map(({ callId, name, output, isError }) => ({
    type: 'tool-result',
    toolCallId: callId,
    toolName: name,
    output: { type: isError ? 'error-text' : 'text', value: output },
  })),
});
accepts<CallToolResult[]>(
  results.map(({ output, isError }) => ({ content: [{ type: 'text', text: output }], isError })),
);

// One provider's shape is no other's.
// @ts-expect-error the Chat Completions shape for Anthropic
accepts<Anthropic.Tool[]>(toolset.toOpenAI());
// @ts-expect-error the Chat Completions shape for the Responses API
accepts<OpenAI.Responses.Tool[]>(toolset.toOpenAI());
// @ts-expect-error the Responses shape for Chat Completions
accepts<OpenAI.ChatCompletionTool[]>(toolset.toOpenAIResponses());
// @ts-expect-error the Responses shape for Anthropic
accepts<Anthropic.Tool[]>(toolset.toOpenAIResponses());
// @ts-expect-error the Anthropic shape for Chat Completions
accepts<OpenAI.ChatCompletionTool[]>(toolset.toAnthropic());
// @ts-expect-error the Anthropic shape for the Responses API
accepts<OpenAI.Responses.Tool[]>(toolset.toAnthropic());
// @ts-expect-error the Gemini shape for Anthropic
accepts<Anthropic.Tool[]>(toolset.toGemini());
// @ts-expect-error the Gemini shape for Chat Completions
accepts<OpenAI.ChatCompletionTool[]>(toolset.toGemini());
// @ts-expect-error definitions are no shape of Anthropic's
accepts<Anthropic.Tool[]>(toolset.tools.slice());
// @ts-expect-error definitions are no shape of the Model Context Protocol
accepts<McpTool[]>(toolset.tools.slice());
// @ts-expect-error text is no list
accepts<OpenAI.ChatCompletionTool[]>(toolset.toJSON('openai'));
// @ts-expect-error the definitions of a toolset cannot be added to
toolset.tools.push(definition);
// @ts-expect-error a call has a name
accepts<ToolCall>({ id: 'call_1', arguments: '{}' });
// @ts-expect-error a schema of anything is no schema of an object
accepts<Anthropic.Tool.InputSchema>(anySchema);
