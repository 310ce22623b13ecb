import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpGateway, ToolDefinitionException, ToolRouter, ToolRouterModule } from 'nestjs-tool-router';
import { serveMcp } from './support/serve-mcp.js';

@Module({
  imports: [
    ToolRouterModule.forRoot({
      // Only for this example, whose server is on the loopback: the default is https on public addresses.
      mcp: { userServers: { allowPrivate: true, allowHttp: true } },
    }),
  ],
})
class AppModule {}

export async function main(): Promise<void> {
  const server = await serveMcp({ name: 'read_notes', description: 'Reads the notes' }, () => 'buy milk');
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const [router, gateway] = [app.get(ToolRouter), app.get(McpGateway)];

  await gateway.addUserMcpServer('ann', 'notes', { url: server.url, headers: { 'x-api-key': 'k-1' } });
  const selection = { mcpServers: ['user:notes'] };
  const ofAnn = await router.toolset(selection, { userId: 'ann' });
  const ofBo = await router.toolset(selection, { userId: 'bo' });
  console.log(
    ofAnn.tools.map((tool) => tool.name),
    ofBo.tools.length,
  ); // [ 'user_ann_tool_read_notes' ] 0
  console.log((await ofAnn.call({ name: 'user_ann_tool_read_notes' })).output); // buy milk
  console.log((await ofBo.call({ name: 'user_ann_tool_read_notes' })).errorCode); // unknown_tool

  // Host code may name the user itself.
  console.log(await router.invoke('read_notes', '{}', 'ann')); // buy milk

  // What a user sends is checked before anything is opened; answer 400 with the message.
  try {
    await gateway.addUserMcpServer('bo', 'odd', { url: 'ftp://example.com' });
  } catch (error) {
    if (error instanceof ToolDefinitionException) console.log(error.message);
  }
  await gateway.clearUserMcpServers('ann');
  await app.close();
  server.close();
}
