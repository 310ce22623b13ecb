import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  FunctionCall,
  FunctionParameter,
  FunctionRequest,
  ToolRouter,
  ToolRouterModule,
  type OpenAiTool,
  type ToolContext,
} from 'nestjs-tool-router';

interface ToolCallOfModel {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

type Message =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly ToolCallOfModel[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** Put your provider's client here; this one plays two turns without a network. */
async function askModel(messages: readonly Message[], tools: readonly OpenAiTool[]): Promise<Message> {
  const answers = messages.filter((message) => message.role === 'tool').map((message) => message.content);
  await Promise.resolve();
  if (answers.length > 0) return { role: 'assistant', content: `Pack light: ${answers.join(', ')}.` };
  const name = tools[0]?.function.name ?? 'none';
  const call = (city: string): ToolCallOfModel => ({
    id: `call_${city}`,
    type: 'function',
    function: { name, arguments: JSON.stringify({ city }) },
  });
  return { role: 'assistant', content: null, tool_calls: [call('Oslo'), call('Rome')] };
}

class TemperatureRequest {
  @FunctionParameter({ description: 'Name of the city' })
  city!: string;
}

@Injectable()
@FunctionCall({ name: 'temperature', description: 'Temperature in a city, in degrees Celsius' })
class Temperature {
  apply(@FunctionRequest() { city }: TemperatureRequest) {
    return { city, celsius: city === 'Oslo' ? 4 : 19 };
  }
}

const MAX_TURNS = 8;

@Injectable()
class ChatService {
  constructor(private readonly router: ToolRouter) {}

  async answer(question: string, context: ToolContext): Promise<string> {
    // One toolset for the whole conversation turn: what the model saw is what it can call.
    const toolset = await this.router.toolset(context.allow ?? {}, context);
    const messages: Message[] = [{ role: 'user', content: question }];
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const reply = await askModel(messages, toolset.toOpenAI());
      messages.push(reply);
      if (reply.role !== 'assistant' || reply.tool_calls === undefined) return String(reply.content);
      const results = await toolset.callAll(
        reply.tool_calls.map(({ id, function: { name, arguments: json } }) => ({ id, name, arguments: json })),
      );
      // Failures are answers, too: the model reads what to correct. Traces stay here.
      for (const { callId, output } of results) messages.push({ role: 'tool', tool_call_id: callId, content: output });
    }
    return 'I could not finish within the turns that I have.';
  }
}

@Module({ imports: [ToolRouterModule.forRoot()], providers: [Temperature, ChatService] })
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const context: ToolContext = { userId: 'ann', allow: { functions: ['temperature'] } };
  console.log(await app.get(ChatService).answer('What do I pack?', context));
  await app.close();
}
