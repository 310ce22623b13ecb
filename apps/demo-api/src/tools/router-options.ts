import type { ToolRouterModuleOptions } from 'nestjs-tool-router';
import type { AuthenticatedRequest } from '../auth/auth.guard.js';
import type { DemoSettings } from '../settings.js';
import type { ToolContextFactory } from './tool-context.factory.js';

/** Everybody's servers run from the installed packages: nothing is fetched when they start. */
function installed(script: string, ...args: string[]) {
  return { type: 'stdio', command: process.execPath, args: [require.resolve(script), ...args] } as const;
}

export function createRouterOptions(settings: DemoSettings, contexts: ToolContextFactory): ToolRouterModuleOptions {
  return {
    builtIn: { tools: ['read_file', 'write_file', 'edit', 'glob', 'grep'] },
    mcp: {
      servers: {
        files: installed('@modelcontextprotocol/server-filesystem/dist/index.js', settings.sandbox),
        everything: installed('@modelcontextprotocol/server-everything/dist/index.js', 'stdio'),
      },
      userServers: { allowPrivate: settings.allowLocalUserServers, allowHttp: settings.allowLocalUserServers },
    },
    contextFactory: (request: AuthenticatedRequest) => contexts.create(request),
  };
}
