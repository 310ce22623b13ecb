import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  FunctionCall,
  McpService,
  McpTool,
  ToolRouter,
  ToolRouterModule,
  type ToolContext,
  type ToolSelection,
} from 'nestjs-tool-router';

@Injectable()
@FunctionCall({ name: 'translate', description: 'Translates a text' })
class Translate {
  apply() {
    return 'bonjour';
  }
}

@Injectable()
@McpService({ name: 'mail' })
class MailService {
  @McpTool({ description: 'Reads mail' })
  read() {
    return 'one new letter';
  }

  @McpTool({ description: 'Sends mail' })
  send() {
    return 'sent';
  }
}

@Module({
  imports: [ToolRouterModule.forRoot({ builtIn: { tools: ['read_file', 'write_file'] } })],
  providers: [Translate, MailService],
})
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const router = app.get(ToolRouter);

  // What the role allows: two names, and a whole service.
  const role: ToolContext = {
    userId: 'ann',
    allow: { functions: ['translate', 'read_file'], mcpServers: ['local:mail'] },
  };
  const show = async (wish: ToolSelection) => {
    console.log((await router.toolset(wish, role)).tools.map((tool) => tool.name).join(' ') || 'nothing');
  };

  await show({ functions: ['translate', 'write_file'] }); // translate: the wish is cut to the role
  await show({ functions: ['mail_read'] }); // mail_read: one tool of the allowed service
  await show({ mcpServers: ['mail'] }); // mail_read mail_send
  await show({ mcpServers: ['global:mail'] }); // nothing: there is no global server of this id
  await show({}); // nothing

  const refused = await router.call({ name: 'write_file', arguments: {} }, role);
  const unknown = await router.call({ name: 'paint', arguments: {} }, role);
  console.log(refused.errorCode, unknown.errorCode); // for you they differ; the model reads the same sentence
  console.log((await router.explain('write_file', role)).text);
  await app.close();
}
