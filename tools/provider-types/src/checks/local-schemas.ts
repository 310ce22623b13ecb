/** What the SDKs check by themselves, without a network. */
import { deepStrictEqual as same, rejects } from 'node:assert/strict';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { asSchema, jsonSchema, modelMessageSchema } from 'ai';
import type { Toolset } from 'nestjs-tool-router';

async function mcpList({ tools }: Toolset): Promise<void> {
  const listed = tools.map(({ name, description, parameters, annotations }) => ({
    name,
    description,
    inputSchema: parameters,
    ...(annotations === undefined ? {} : { annotations }),
  }));
  const parsed = await ListToolsResultSchema.parseAsync({ tools: listed });
  same(parsed.tools, structuredClone(listed));
  await rejects(
    ListToolsResultSchema.parseAsync({
      tools: [{ name: 'x', inputSchema: { type: 'object', properties: { note: true } } }],
    }),
  );
}

async function aiSchema(toolset: Toolset): Promise<void> {
  for (const { input_schema: schema } of toolset.toAnthropic()) {
    same(await asSchema(jsonSchema(schema)).jsonSchema, schema);
  }
}

async function aiMessages(toolset: Toolset): Promise<void> {
  const results = await toolset.callAll([
    { id: 'a', name: 'now' },
    { id: 'b', name: 'tickets_close', arguments: { ticket: 7 } },
  ]);
  const content = results.map(({ callId, name, output, isError }) => ({
    type: 'tool-result',
    toolCallId: callId,
    toolName: name,
    output: { type: isError ? 'error-text' : 'text', value: output },
  }));
  const message = await modelMessageSchema.parseAsync({ role: 'tool', content });
  same(message.role, 'tool');
  same(
    content.map(({ output }) => output.type),
    ['text', 'error-text'],
  );
}

export const schemaChecks: Readonly<Record<string, (toolset: Toolset) => Promise<void>>> = {
  'ListToolsResultSchema of @modelcontextprotocol/sdk': mcpList,
  'jsonSchema() of ai': aiSchema,
  'modelMessageSchema of ai': aiMessages,
};
