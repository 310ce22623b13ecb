import type OpenAI from 'openai';
import type { Toolset } from 'nestjs-tool-router';

export async function askResponses(client: OpenAI, model: string, toolset: Toolset, question: string): Promise<string> {
  const tools = toolset.toOpenAIResponses();
  let response = await client.responses.create({ model, tools, input: question });
  for (let turn = 0; turn < 8; turn++) {
    const calls = response.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) return response.output_text;
    const results = await toolset.callAll(
      calls.map(({ call_id: id, name, arguments: json }) => ({ id, name, arguments: json })),
    );
    const input: OpenAI.Responses.ResponseInput = results.map(({ callId, output }) => ({
      type: 'function_call_output',
      call_id: callId,
      output,
    }));
    response = await client.responses.create({ model, tools, input, previous_response_id: response.id });
  }
  return 'I could not finish within the turns that I have.';
}
