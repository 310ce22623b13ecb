import { NestFactory } from '@nestjs/core';
import { ToolRouter, ToolRouterModule, type ToolContext } from 'nestjs-tool-router';
import type { Command } from './command.js';
import { StderrLogger } from './stderr-logger.js';
import { readToolConfig } from './tool-config.js';

class HostModule {}

/** What a command prints, and whether it succeeded. */
export interface CommandAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs one command in an application context without HTTP. */
export async function runCommand(command: Command): Promise<CommandAnswer> {
  const config = readToolConfig(command.config);
  const routerModule = ToolRouterModule.forRoot({
    builtIn: { tools: config.builtIn, context: { workspaceRoot: config.workspaceRoot } },
    mcp: { servers: config.mcpServers },
  });
  const app = await NestFactory.createApplicationContext(
    { module: HostModule, imports: [routerModule] },
    { logger: new StderrLogger('Tools', { logLevels: ['warn', 'error'] }), abortOnError: false },
  );
  // Ctrl+C ends the servers that a command started, too.
  app.enableShutdownHooks();
  try {
    return await answer(app.get(ToolRouter), command, { allow: config.allow, sessionId: 'terminal' });
  } finally {
    await app.close();
  }
}

async function answer(router: ToolRouter, command: Command, context: ToolContext): Promise<CommandAnswer> {
  if (command.action === 'explain') {
    return { text: (await router.explain(command.name, context)).text, isError: false };
  }
  const toolset = await router.toolset(context.allow ?? {}, context);
  if (command.action === 'list') {
    return { text: JSON.stringify(JSON.parse(toolset.toJSON(command.format)), null, 2), isError: false };
  }
  const { output, isError } = await toolset.call({ name: command.name, arguments: command.args });
  return { text: output, isError };
}
