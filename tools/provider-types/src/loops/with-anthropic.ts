import type Anthropic from '@anthropic-ai/sdk';
import type { Toolset } from 'nestjs-tool-router';

export async function askClaude(client: Anthropic, model: string, toolset: Toolset, question: string): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
  for (let turn = 0; turn < 8; turn++) {
    const { content } = await client.messages.create({
      model,
      max_tokens: 1024,
      messages,
      tools: toolset.toAnthropic(),
    });
    messages.push({ role: 'assistant', content });
    const calls = content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const results = await toolset.callAll(calls.map(({ id, name, input }) => ({ id, name, arguments: input })));
    messages.push({
      role: 'user',
      content: results.map(({ callId, output, isError }) => ({
        type: 'tool_result',
        tool_use_id: callId,
        content: output,
        is_error: isError,
      })),
    });
  }
  return 'I could not finish within the turns that I have.';
}
