import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  InMemoryMcpConfigSource,
  McpGateway,
  ToolRouter,
  ToolRouterModule,
  type McpServerConfig,
} from 'nestjs-tool-router';

const everything: McpServerConfig = {
  command: process.execPath,
  args: [require.resolve('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
  // The whole environment of the process, beside a few harmless variables such as PATH.
  env: { GREETING: '${EXAMPLE_GREETING}' },
};

/** Definitions that your code adds and removes at run time; a class of yours can list and watch a database this way. */
const fromDatabase = new InMemoryMcpConfigSource({ second: everything });

@Module({
  imports: [
    ToolRouterModule.forRoot({
      mcp: {
        servers: {
          everything,
          offline: { url: 'http://127.0.0.1:9/mcp' }, // nobody is there: a state, not a failed boot
        },
        configSources: [fromDatabase],
        // configFile: 'mcp-servers-config.json', read at boot and looked at every second
        envPlaceholders: ['EXAMPLE_GREETING'], // what ${…} may stand for; nothing unless listed
      },
    }),
  ],
})
class AppModule {}

export async function main(): Promise<void> {
  process.env['EXAMPLE_GREETING'] = 'hello';
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const router = app.get(ToolRouter);

  const toolset = await router.toolset({ mcpServers: ['everything', 'offline'] });
  console.log(toolset.has('get-sum'), toolset.has('echo')); // true true
  console.log((await toolset.call({ name: 'get-sum', arguments: '{"a":2,"b":3}' })).output);

  const both = await router.toolset({ mcpServers: ['everything', 'second'] });
  // Two servers with one tool name: both get the server's name in front.
  console.log(both.has('everything_echo'), both.has('second_echo'), both.has('echo')); // true true false

  const { connections } = app.get(McpGateway).getStatus();
  for (const { serverId, state } of connections) console.log(serverId, state);
  await app.close();
}
