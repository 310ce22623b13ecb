import { NestFactory } from '@nestjs/core';
import { descendants, settled } from '../chaos/vitals.mjs';

const FORMATS = ['openai', 'openai-responses', 'anthropic', 'gemini'];
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const ENDED_MS = 10_000;

/**
 * Lists a server through the router, projects it for every provider, calls one of its tools and closes the application.
 * @param library the package
 * @param config the server's entry, as in a configuration file
 * @param call `{ tool, arguments }`, the tool as the server itself calls it
 */
export async function tryServer(library, config, call) {
  const { McpGateway, ToolRouter, ToolRouterModule } = library;
  const before = new Set(descendants());
  class Trial {}
  const warnings = [];
  const quiet = () => {};
  const logger = {
    log: quiet,
    debug: quiet,
    verbose: quiet,
    error: quiet,
    warn: (text) => warnings.push(String(text)),
  };
  const app = await NestFactory.createApplicationContext(
    {
      module: Trial,
      imports: [ToolRouterModule.forRoot({ mcp: { servers: { one: config }, connectTimeoutMs: 60_000 } })],
    },
    { logger },
  );
  const context = { allow: { mcpServers: ['one'] } };
  const toolset = await app.get(ToolRouter).toolset({ mcpServers: ['one'] }, context);
  const names = toolset.tools.map(({ name }) => name);
  const { tools } = await app.get(McpGateway).projectGlobal(['one']);
  const name = tools.find(({ origin }) => origin === `one:${call.tool}`)?.definition.name ?? call.tool;
  const result = await toolset.call({ name, arguments: call.arguments });
  const [status] = app.get(McpGateway).getStatus().connections;
  await app.close();
  const left = await settled(
    () => descendants().filter((pid) => !before.has(pid)),
    (pids) => pids.length === 0,
    ENDED_MS,
  );
  return {
    state: status.state,
    reason: status.reason,
    names,
    rawNames: tools.map(({ origin }) => origin.slice('one:'.length)),
    badNames: names.filter((each) => !NAME.test(each)),
    schemas: toolset.tools.map(({ parameters }) => parameters),
    projected: Object.fromEntries(
      FORMATS.map((format) => [format, JSON.parse(toolset.toJSON(format)).flatMap(flat).length]),
    ),
    notes: FORMATS.flatMap((format) => toolset.projectionNotes(format).map((note) => ({ format, ...note }))),
    name,
    result,
    warnings,
    processesLeft: left,
  };
}

function flat(entry) {
  return entry.functionDeclarations ?? [entry];
}
