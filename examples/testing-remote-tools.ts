import 'reflect-metadata';
import { Test } from '@nestjs/testing';
import { ToolRouter, ToolRouterModule } from 'nestjs-tool-router';
import { startTestMcpServer } from 'nestjs-tool-router/testing';

/** A test of an application that uses a remote tool: the server is real, and in this process. */
export async function main(): Promise<void> {
  const server = await startTestMcpServer([
    { name: 'create_ticket', description: 'Creates a ticket', answer: ({ title }) => `created "${String(title)}"` },
  ]);
  const module = await Test.createTestingModule({
    imports: [ToolRouterModule.forRoot({ mcp: { servers: { tickets: { url: server.url } } } })],
  }).compile();
  const toolset = await module.get(ToolRouter).toolset({ mcpServers: ['tickets'] });
  const { output } = await toolset.call({ name: 'create_ticket', arguments: '{"title":"No light"}' });
  await module.close();
  await server.close();
  console.log(output); // created "No light"
  console.log(server.calls); // [{ name: 'create_ticket', args: { title: 'No light' } }]
}
