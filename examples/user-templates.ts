import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ToolRouter, ToolRouterModule, type McpOptions } from 'nestjs-tool-router';
import { serveMcp } from './support/serve-mcp.js';

/** Where your application keeps what users entrusted to it. */
const vault = new Map([['ann', { token: 'secret-of-ann' }]]);

const credentials: NonNullable<McpOptions['credentials']> = {
  // Asked for at every request: a changed credential counts at once, and no connection holds it.
  get: async (userId) => await Promise.resolve(vault.get(userId)),
};

export async function main(): Promise<void> {
  const tracker = await serveMcp({ name: 'my_issues', description: 'Lists my issues' }, (headers) =>
    headers.authorization === 'Bearer secret-of-ann' ? 'fix the fence' : 'whose issues?',
  );

  @Module({
    imports: [
      ToolRouterModule.forRoot({
        mcp: {
          servers: {
            // A template: every user gets a connection of their own, with their own credential.
            tracker: { scope: 'user', url: tracker.url, headers: { authorization: 'Bearer {{token}}' } },
          },
          credentials,
          userToolNames: 'plain', // `my_issues`, not `user_ann_tool_my_issues`: nothing personal reaches the provider
        },
      }),
    ],
  })
  class AppModule {}

  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const router = app.get(ToolRouter);
  for (const userId of ['ann', 'bo']) {
    const context = { userId, allow: { mcpServers: ['user:tracker'] } };
    const result = await router.call({ name: 'my_issues' }, context);
    console.log(userId, result.errorCode ?? result.output);
  }
  await app.close();
  tracker.close();
}
