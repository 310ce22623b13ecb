import type OpenAI from 'openai';
import type { Toolset } from 'nestjs-tool-router';

export async function askOpenAI(client: OpenAI, model: string, toolset: Toolset, question: string): Promise<string> {
  const tools = toolset.toOpenAI();
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }];
  for (let turn = 0; turn < 8; turn++) {
    // The API refuses an empty list.
    const completion = await client.chat.completions.create({
      model,
      messages,
      ...(tools.length > 0 ? { tools } : {}),
    });
    const message = completion.choices[0]?.message;
    if (message === undefined) break;
    messages.push(message);
    const calls = message.tool_calls?.filter((call) => call.type === 'function') ?? [];
    if (calls.length === 0) return message.content ?? '';
    const results = await toolset.callAll(
      calls.map(({ id, function: { name, arguments: json } }) => ({ id, name, arguments: json })),
    );
    for (const { callId, output } of results) messages.push({ role: 'tool', tool_call_id: callId, content: output });
  }
  return 'I could not finish within the turns that I have.';
}
