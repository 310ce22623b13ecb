import type { AddressInfo } from 'node:net';
import type { OpenAiTool, ToolCall, ToolExplanation, ToolResult } from 'nestjs-tool-router';
import { DemoUsersService } from '../auth/demo-users.service.js';
import { createApp } from '../create-app.js';
import { ApiClient } from './api-client.js';
import { startNotesServer } from './notes-server.js';
import { transcript } from './transcript.js';

/** Something in the demonstration did not happen as it should. */
function expectThat(condition: boolean, what: string): void {
  if (!condition) throw new Error(`The demonstration failed: ${what}`);
}

async function show(client: ApiClient, why: string, call: ToolCall, source?: string): Promise<ToolResult> {
  transcript.chapter(why);
  transcript.line(
    'model',
    `${call.name}(${typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)})`,
  );
  const result = await client.call(call);
  transcript.result(result);
  if (source !== undefined)
    expectThat(!result.isError && result.source === source, `${call.name} should run ${source}`);
  return result;
}

async function tell(ana: ApiClient, ben: ApiClient): Promise<void> {
  transcript.chapter('What the request of ana may show to her model');
  const tools = await ana.get<OpenAiTool[]>('/tools');
  transcript.line('tools', tools.map((tool) => tool.function.name).join(', '));

  await show(
    ana,
    '1 · built-in: a coding tool in a workspace of her own',
    { name: 'write_file', arguments: { path: 'notes/today.md', content: '# Today\nCall the bicycle shop.\n' } },
    'built-in',
  );
  await show(
    ana,
    '2 · user MCP: a remote server that only ana has',
    { name: 'user_ana_tool_read_notes', arguments: '{}' },
    'user-mcp',
  );
  await show(
    ana,
    '3 · local MCP: a method of an injectable service',
    { name: 'orders_list', arguments: '{"status":"open"}' },
    'local-mcp',
  );
  await show(
    ana,
    '4 · function: a class with a request DTO',
    { name: 'convert_units', arguments: '{"value":26.2,"from":"mi","to":"km"}' },
    'function',
  );
  await show(
    ana,
    '5 · global MCP: a remote server that everybody has',
    { name: 'get-sum', arguments: '{"a":19,"b":23}' },
    'global-mcp',
  );

  const foreign = await show(ben, 'A model of ben names a tool of ana: nothing is run, nothing revealed', {
    name: 'user_ana_tool_read_notes',
    arguments: '{}',
  });
  expectThat(foreign.errorCode === 'unknown_tool', 'a foreign tool must be unknown');

  const invalid = await show(ana, 'Arguments that do not fit: the model reads what to correct', {
    name: 'convert_units',
    arguments: '{"value":"far","from":"mi","to":"parsec","digits":99}',
  });
  expectThat(invalid.errorCode === 'invalid_arguments', 'wrong arguments must be refused');

  const traced = await show(
    ana,
    'What a tool did inside, beside the text for the model',
    { name: 'search_help', arguments: '{"question":"When does the refund for my returned lamp arrive?"}' },
    'function',
  );
  transcript.line('trace', JSON.stringify(traced.trace));
  expectThat(traced.trace !== undefined, 'the retrieval must leave a trace');

  transcript.chapter('Why a name runs what it runs');
  transcript.line('explain', (await ana.get<ToolExplanation>('/tools/explain?name=orders_list')).text);
}

/**
 * Starts the API and tells, over HTTP, what each of the five sources does.
 * @throws Error where something did not happen as it should
 */
export async function runDemo(): Promise<void> {
  process.env['DEMO_ALLOW_LOCAL_SERVERS'] = '1';
  const notes = await startNotesServer(['Pick up the lamp on Friday.', 'The code of the shed is 4711.']);
  const app = await createApp(['warn', 'error']);
  try {
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    process.stdout.write(`The demo API listens on ${baseUrl}\n`);
    const clients = new Map(
      app
        .get(DemoUsersService)
        .credentials()
        .map(({ id, token }) => [id, new ApiClient(baseUrl, token)]),
    );
    const [ana, ben] = [clients.get('ana'), clients.get('ben')];
    if (ana === undefined || ben === undefined) throw new Error('The demo users are missing.');
    await ana.put('/me/mcp-servers/notes', { url: notes.url });
    await tell(ana, ben);
    process.stdout.write('\nAll five sources answered.\n');
  } finally {
    await app.close();
    notes.close();
  }
}
