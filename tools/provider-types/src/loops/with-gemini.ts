import type { Content, GoogleGenAI } from '@google/genai';
import type { Toolset } from 'nestjs-tool-router';

export async function askGemini(
  client: GoogleGenAI,
  model: string,
  toolset: Toolset,
  question: string,
): Promise<string> {
  const contents: Content[] = [{ role: 'user', parts: [{ text: question }] }];
  for (let turn = 0; turn < 8; turn++) {
    const response = await client.models.generateContent({ model, contents, config: { tools: toolset.toGemini() } });
    const content = response.candidates?.[0]?.content;
    const calls = response.functionCalls ?? [];
    if (content === undefined || calls.length === 0) return response.text ?? '';
    contents.push(content);
    const results = await toolset.callAll(calls.map(({ id, name = '', args }) => ({ id, name, arguments: args })));
    const parts = results.map(({ name, output, isError }, index) => {
      // Gemini gives a call an id only sometimes: answer with its own one, not with the router's.
      const { id } = calls[index] ?? {};
      const answer = isError ? { error: output } : { output };
      return { functionResponse: { ...(id === undefined ? {} : { id }), name, response: answer } };
    });
    contents.push({ role: 'user', parts });
  }
  return 'I could not finish within the turns that I have.';
}
