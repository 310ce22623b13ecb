// What does a call to a remote MCP server cost the client, through the gateway and through the SDK alone?
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ARGUMENTS, application, library } from './application.mjs';
import { atMost, interleave, medianOf, note } from './harness.mjs';
import { serve, startServer } from './parts/child-cpu.mjs';

const FILE = fileURLToPath(import.meta.url);
const USERS = 1_000;
const NAME = 'get_forecast';
const GIVEN = JSON.parse(ARGUMENTS);
const ANSWER = '{"city":"Reykjavik","temperatures":[21,22,19]}';
const TOOLS = Array.from({ length: 5 }, (_, index) => ({
  name: index === 0 ? NAME : `tool_${index}`,
  description: 'Weather of the next days',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { enum: ['C', 'F'] }, days: { type: 'integer' } },
    required: ['city'],
  },
}));

const [, , role, url] = process.argv;
if (role === 'http') listen();
else if (role === 'stdio') speak();
else if (role === 'idle-gateway' || role === 'idle-sdk') process.stdout.write(JSON.stringify(await idle(role, url)));
else await measure();
if (role?.startsWith('idle')) process.exit(0);

/** A server that does next to nothing, so that the client shows. */
function answer({ id, method }) {
  const results = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'bench', version: '1' },
    },
    'tools/list': { tools: TOOLS },
    'tools/call': { content: [{ type: 'text', text: ANSWER }] },
    ping: {},
  };
  return JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} });
}

function listen() {
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      return;
    }
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const message = text === '' ? {} : JSON.parse(text);
      if (message.id === undefined) return void response.writeHead(request.method === 'DELETE' ? 200 : 202).end();
      const session = message.method === 'initialize' ? { 'mcp-session-id': randomUUID() } : {};
      response.writeHead(200, { 'content-type': 'application/json', ...session }).end(answer(message));
    });
  });
  server.listen(0, '127.0.0.1', () => serve({ url: `http://127.0.0.1:${server.address().port}/mcp` }));
}

function speak() {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.id !== undefined) process.stdout.write(`${answer(message)}\n`);
  });
}

async function sdkClient(transport) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return client;
}

async function sdkOverHttp(address, options) {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  return await sdkClient(new StreamableHTTPClientTransport(new URL(address), options));
}

/** The gateway's own fetch: it is not public, and the comparison needs the very same. */
function gatewayFetch() {
  const require = createRequire(import.meta.url);
  const dist = join(dirname(require.resolve('nestjs-tool-router/package.json')), 'dist');
  return require(join(dist, 'mcp/net/create-mcp-fetch.js')).createMcpFetch({ guard: false, allowHttp: true });
}

async function idle(kind, address) {
  const kept = [];
  const heap = () => {
    for (let times = 0; times < 3; times++) globalThis.gc();
    const { heapUsed, rss } = process.memoryUsage();
    return { heap: heapUsed, rss };
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 1_000));
  const rules = { maxUserClients: 2 * USERS, userServers: { allowPrivate: true, allowHttp: true } };
  const app = kind === 'idle-gateway' ? await application([], { mcp: rules }) : undefined;
  const gateway = app?.get(library.McpGateway);
  const open = async (index) => {
    if (gateway === undefined) {
      const client = await sdkOverHttp(address);
      kept.push([client, await client.listTools()]);
    } else {
      await gateway.addUserMcpServer(`user-${index}`, 'bench', { type: 'streamable_http', url: address });
      const tools = await gateway.getUserAvailableTools(['bench'], `user-${index}`);
      if (tools.length !== TOOLS.length) throw new Error(`${tools.length} tools`);
    }
  };
  await open(USERS);
  await settle();
  const before = heap();
  for (let index = 0; index < USERS; index += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => open(index + at)));
  await settle();
  const after = heap();
  return {
    heapKb: (after.heap - before.heap) / 1_024 / USERS,
    rssKb: (after.rss - before.rss) / 1_024 / USERS,
    kept: kept.length,
  };
}

async function measure() {
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const server = await startServer(FILE, ['http']);
  const own = gatewayFetch();
  const stdio = { command: process.execPath, args: [FILE, 'stdio'] };
  const app = await application([], { mcp: { servers: { http: { type: 'streamable_http', url: server.url } } } });
  const local = await application([], { mcp: { servers: { stdio: { type: 'stdio', ...stdio } } } });
  const [http, pipe] = [app.get(library.McpGateway), local.get(library.McpGateway)];
  await Promise.all([http.getAvailableTools(['http']), pipe.getAvailableTools(['stdio'])]);
  const stock = await sdkOverHttp(server.url);
  const same = await sdkOverHttp(server.url, { fetch: own.fetch });
  const bare = await sdkClient(new StdioClientTransport(stdio));
  const router = app.get(library.ToolRouter);
  const context = { userId: 'u1', allow: { mcpServers: ['http'] } };
  const textOf = async (client) => (await client.callTool({ name: NAME, arguments: GIVEN })).content[0].text;

  const table = async (title, contenders, count, goals) => {
    const names = Object.keys(contenders);
    for (const name of names)
      if (!String(await contenders[name]()).includes('Reykjavik')) throw new Error(`${name} failed`);
    const samples = await interleave(
      names,
      async (name) => {
        const far = await server.cpu();
        const near = process.cpuUsage();
        const start = performance.now();
        for (let index = 0; index < count; index++) await contenders[name]();
        const wall = ((performance.now() - start) * 1_000) / count;
        const { user, system } = process.cpuUsage(near);
        const client = (user + system) / count;
        return { wall, client, total: client + ((await server.cpu()) - far) / count };
      },
      { warm: 8 },
    ); // The long way of a call through many functions takes long to be optimised.
    const [floor] = names;
    process.stdout.write(
      `\n### ${title}\n\n| contender | client CPU | ratio | both ends | ratio | wall | goal |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n`,
    );
    const ratio = (name, of, against = floor) => medianOf(samples, name, of, against);
    for (const name of names) {
      const cells = [(each) => each.client, (each) => each.total].flatMap((of) => [
        `${medianOf(samples, name, of).toFixed(0)} µs`,
        ratio(name, of).toFixed(2),
      ]);
      process.stdout.write(
        `| ${name} | ${cells.join(' | ')} | ${medianOf(samples, name, (each) => each.wall).toFixed(0)} µs | ${goals(name, ratio)} |\n`,
      );
    }
  };

  const isGateway = (name) => name.startsWith('gateway');
  await table(
    'A call over Streamable HTTP, JSON answers',
    {
      "floor: SDK Client with the gateway's fetch": () => textOf(same),
      'gateway.callTool': () => http.callTool(NAME, GIVEN),
      'router.call': async () => (await router.call({ name: NAME, arguments: GIVEN }, context)).output,
      'SDK Client as it comes': () => textOf(stock),
    },
    250,
    (name, ratio) => {
      if (!isGateway(name)) return '';
      const [client, total] = [
        ratio(name, (each) => each.client),
        ratio(name, (each) => each.total, 'SDK Client as it comes'),
      ];
      return `${atMost(client, 1.15, ' ×')}; both ends ${total.toFixed(2)} × of the SDK as it comes (${atMost(total, 0.7, ' ×')})`;
    },
  );
  await table(
    'A call over stdio',
    { 'floor: SDK Client': () => textOf(bare), 'gateway.callTool': () => pipe.callTool(NAME, GIVEN) },
    1_000,
    (name, ratio) =>
      isGateway(name)
        ? atMost(
            ratio(name, (each) => each.client),
            1.15,
            ' ×',
          )
        : '',
  );
  await Promise.all([stock.close(), same.close(), bare.close(), app.close(), local.close(), own.close()]);
  const heaps = Object.fromEntries(['idle-sdk', 'idle-gateway'].map((kind) => [kind, memory(kind, server.url)]));
  await server.end();
  process.stdout.write(
    `\n### ${USERS} connected clients that do nothing\n\n| clients | heap each | resident each |\n| --- | ---: | ---: |\n`,
  );
  for (const [kind, { heapKb, rssKb }] of Object.entries(heaps))
    process.stdout.write(
      `| ${kind === 'idle-sdk' ? 'SDK Client' : 'user clients of the gateway'} | ${heapKb.toFixed(0)} KB | ${rssKb.toFixed(0)} KB |\n`,
    );
  const share = heaps['idle-gateway'].heapKb / heaps['idle-sdk'].heapKb;
  note(`Heap: ${share.toFixed(2)} × of the SDK's own (${atMost(share, 1.2, ' ×')}).`);
}

function memory(kind, address) {
  const { stdout, status, stderr } = spawnSync(process.execPath, ['--expose-gc', FILE, kind, address], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
