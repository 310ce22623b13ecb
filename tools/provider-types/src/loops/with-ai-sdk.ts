import { dynamicTool, generateText, jsonSchema, stepCountIs, type LanguageModel, type ToolSet } from 'ai';
import type { Toolset } from 'nestjs-tool-router';

/** The schemas are those of the provider behind the model: `toAnthropic()` for Claude, and so on. */
function toAiSdk(toolset: Toolset): ToolSet {
  const tools = toolset.toOpenAI().map(({ function: { name, description, parameters } }) => {
    const tool = dynamicTool({
      description,
      inputSchema: jsonSchema(parameters),
      async execute(input, { toolCallId }) {
        const { output, isError } = await toolset.call({ id: toolCallId, name, arguments: input });
        // Thrown, the SDK marks it as a failure; the model reads the text in either case.
        if (isError) throw new Error(output);
        return output;
      },
    });
    return [name, tool] as const;
  });
  return Object.fromEntries(tools);
}

export async function askAiSdk(model: LanguageModel, toolset: Toolset, question: string): Promise<string> {
  const { text } = await generateText({
    model,
    prompt: question,
    tools: toAiSdk(toolset),
    stopWhen: stepCountIs(8),
  });
  return text;
}
