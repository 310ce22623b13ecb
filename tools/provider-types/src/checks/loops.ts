/** The loops of the documentation, each through the real client of its SDK, against a provider on the loopback. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { MockLanguageModelV4 } from 'ai/test';
import type { Toolset } from 'nestjs-tool-router';
import OpenAI from 'openai';
import { askAiSdk } from '../loops/with-ai-sdk.js';
import { askClaude } from '../loops/with-anthropic.js';
import { askGemini } from '../loops/with-gemini.js';
import { askResponses } from '../loops/with-openai-responses.js';
import { askOpenAI } from '../loops/with-openai.js';
import { withProvider } from './fake-provider.js';

const QUESTION = 'What do I pack?';
const FINAL = 'Pack light.';
const CITY = { city: 'Oslo', days: null, unit: null };
const TICKET = { ticket: 7 };
const WARM = '{"city":"Oslo","celsius":4}';

/** What goes over the wire: JSON. */
const wired = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function openAi(toolset: Toolset): Promise<void> {
  const call = (id: string, name: string, args: object) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  });
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: [call('a', 'temperature', CITY), call('b', 'tickets_close', TICKET)],
  };
  const answers = [message, { role: 'assistant', content: FINAL }].map((one) => ({
    choices: [{ index: 0, message: one }],
  }));
  await withProvider(answers, async ({ url, requests }) => {
    const client = new OpenAI({ apiKey: 'none', baseURL: url, maxRetries: 0 });
    same(await askOpenAI(client, 'm', toolset, QUESTION), FINAL);
    same(requests[0]?.['tools'], wired(toolset.toOpenAI()));
    const [, , first, second] = requests[1]!['messages'] as { content: string }[];
    same(first, { role: 'tool', tool_call_id: 'a', content: WARM });
    ok(second?.content.includes('There is no ticket 7.'));
  });
}

async function responses(toolset: Toolset): Promise<void> {
  const call = (call_id: string, name: string, args: object) => ({
    type: 'function_call',
    id: `fc_${call_id}`,
    call_id,
    name,
    arguments: JSON.stringify(args),
  });
  const text = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: FINAL, annotations: [] }] };
  const answers = [
    { id: 'r1', object: 'response', output: [call('a', 'temperature', CITY), call('b', 'tickets_close', TICKET)] },
    { id: 'r2', object: 'response', output: [text] },
  ];
  await withProvider(answers, async ({ url, requests }) => {
    const client = new OpenAI({ apiKey: 'none', baseURL: url, maxRetries: 0 });
    same(await askResponses(client, 'm', toolset, QUESTION), FINAL);
    same(requests[0]?.['tools'], wired(toolset.toOpenAIResponses()));
    same(requests[1]?.['previous_response_id'], 'r1');
    const [first, second] = requests[1]['input'] as { output: string }[];
    same(first, { type: 'function_call_output', call_id: 'a', output: WARM });
    ok(second?.output.includes('There is no ticket 7.'));
  });
}

async function claude(toolset: Toolset): Promise<void> {
  const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
  const answers = [
    [call('a', 'temperature', CITY), call('b', 'tickets_close', TICKET)],
    [{ type: 'text', text: FINAL }],
  ].map((content) => ({ type: 'message', role: 'assistant', content }));
  await withProvider(answers, async ({ url, requests }) => {
    const client = new Anthropic({ apiKey: 'none', baseURL: url, maxRetries: 0 });
    same(await askClaude(client, 'm', toolset, QUESTION), FINAL);
    same(requests[0]?.['tools'], wired(toolset.toAnthropic()));
    const [, , answer] = requests[1]!['messages'] as { content: { is_error: boolean }[] }[];
    same(answer?.content[0], { type: 'tool_result', tool_use_id: 'a', content: WARM, is_error: false });
    same(answer?.content[1]?.is_error, true);
  });
}

async function gemini(toolset: Toolset): Promise<void> {
  const call = (name: string, args: object, id?: string) => ({
    functionCall: { ...(id === undefined ? {} : { id }), name, args },
  });
  const answers = [[call('temperature', CITY), call('tickets_close', TICKET, 'b')], [{ text: FINAL }]].map((parts) => ({
    candidates: [{ content: { role: 'model', parts } }],
  }));
  await withProvider(answers, async ({ url, requests }) => {
    const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } });
    same(await askGemini(client, 'm', toolset, QUESTION), FINAL);
    same(requests[0]?.['tools'], wired(toolset.toGemini()));
    const [, , answer] = requests[1]!['contents'] as {
      parts: { functionResponse: { id: string; response: object } }[];
    }[];
    same(answer?.parts[0], { functionResponse: { name: 'temperature', response: { output: WARM } } });
    same(answer?.parts[1]?.functionResponse.id, 'b');
    ok('error' in (answer?.parts[1]?.functionResponse.response ?? {}));
  });
}

async function aiSdk(toolset: Toolset): Promise<void> {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const call = (toolCallId: string, toolName: string, input: object) => ({
    type: 'tool-call' as const,
    toolCallId,
    toolName,
    input: JSON.stringify(input),
  });
  const model = new MockLanguageModelV4({
    doGenerate: [
      {
        content: [call('a', 'temperature', CITY), call('b', 'tickets_close', TICKET)],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: 'text', text: FINAL }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
  same(await askAiSdk(model, toolset, QUESTION), FINAL);
  const [first, second] = model.doGenerateCalls;
  same(
    wired(first?.tools?.map((tool) => (tool.type === 'function' ? [tool.name, tool.inputSchema] : []))),
    wired(toolset.toOpenAI().map(({ function: { name, parameters } }) => [name, parameters])),
  );
  const answer = second?.prompt.at(-1);
  const outputs = answer?.role === 'tool' ? answer.content.map((part) => ('output' in part ? part.output : part)) : [];
  same(outputs[0], { type: 'text', value: WARM });
  same(Reflect.get(Object(outputs[1]), 'type'), 'error-text');
}

export const loopChecks: Readonly<Record<string, (toolset: Toolset) => Promise<void>>> = {
  'openai, Chat Completions': openAi,
  'openai, Responses': responses,
  '@anthropic-ai/sdk': claude,
  '@google/genai': gemini,
  ai: aiSdk,
};
