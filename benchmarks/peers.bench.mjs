// What does the same tool cost through other libraries, with 1 tool and with 1,000 tools in the application?
import {
  ARGUMENTS,
  NestFactory,
  application,
  forecast,
  forecastFunction,
  forecastRequest,
  library,
  transformer,
  validator,
} from './application.mjs';
import { cheaper, compare, note } from './harness.mjs';
import { hasPeers, peer } from './peers/peer.mjs';

if (!hasPeers()) process.exit(0);
process.env.LANGSMITH_TRACING = 'false';
const DESCRIPTION = 'Weather of the next days';
const NAME = 'get_forecast';
const { ValidationPipe } = await import('@nestjs/common');
const { z } = await import('zod');

/** The same rules as those of the request class. */
const zodFields = () => ({
  city: z.string().min(1),
  unit: z.enum(['C', 'F']).optional(),
  days: z.number().int().min(1).max(14).optional(),
});

/** The names of an application's tools; the measured one is in the middle. */
const namesOf = (size) => Array.from({ length: size }, (_, index) => (index === size >> 1 ? NAME : `tool_${index}`));

function byName(size, make) {
  return new Map(namesOf(size).map((name) => [name, make(name)]));
}

function checked(answer) {
  if (!String(answer).includes('Reykjavik')) throw new Error(`not the forecast: ${answer}`);
  return answer;
}

async function throughRouter(size) {
  const app = await application(namesOf(size).map((name) => forecastFunction(name)));
  const router = app.get(library.ToolRouter);
  const context = { userId: 'u1', allow: { functions: [NAME] } };
  const call = { id: 'c', name: NAME, arguments: ARGUMENTS };
  return { run: () => router.call(call, context).then((result) => result.output), close: () => app.close() };
}

function throughValidator(size) {
  const requests = byName(size, () => forecastRequest());
  return {
    run: async () => {
      const request = transformer.plainToInstance(requests.get(NAME), JSON.parse(ARGUMENTS));
      if ((await validator.validate(request, { whitelist: true })).length > 0) throw new Error('invalid');
      return JSON.stringify(forecast(request));
    },
  };
}

function throughPipe(size) {
  const requests = byName(size, () => forecastRequest());
  const pipe = new ValidationPipe({ transform: true, whitelist: true });
  return {
    run: async () =>
      JSON.stringify(
        forecast(await pipe.transform(JSON.parse(ARGUMENTS), { type: 'body', metatype: requests.get(NAME) })),
      ),
  };
}

async function throughLangChain(size) {
  const { DynamicStructuredTool } = await peer('@langchain/core/tools');
  const func = async (given) => JSON.stringify(forecast(given));
  const tools = byName(
    size,
    (name) => new DynamicStructuredTool({ name, description: DESCRIPTION, schema: z.object(zodFields()), func }),
  );
  return { run: () => tools.get(NAME).invoke(JSON.parse(ARGUMENTS)) };
}

/** The same by its `tool()`, which prepares a trace whether or not anybody reads it. */
async function throughLangChainTool(size) {
  const { tool } = await peer('@langchain/core/tools');
  const tools = byName(size, (name) =>
    tool((given) => JSON.stringify(forecast(given)), { name, description: DESCRIPTION, schema: z.object(zodFields()) }),
  );
  return { run: () => tools.get(NAME).invoke(JSON.parse(ARGUMENTS)) };
}

async function throughOpenAi(size) {
  const { tool, RunContext } = await peer('@openai/agents-core');
  // Strict mode of that library wants nullable in place of optional fields.
  const parameters = () =>
    z.object({
      city: z.string().min(1),
      unit: z.enum(['C', 'F']).nullable(),
      days: z.number().int().min(1).max(14).nullable(),
    });
  const tools = byName(size, (name) =>
    tool({
      name,
      description: DESCRIPTION,
      parameters: parameters(),
      execute: (given) => JSON.stringify(forecast(given)),
    }),
  );
  const context = new RunContext({});
  return { run: () => tools.get(NAME).invoke(context, ARGUMENTS) };
}

/** The two steps that its `generateText` takes for a call; what it does around them is left out. */
async function throughVercel(size) {
  const { tool } = await peer('ai');
  const { parseToolCall } = await peer('ai/internal');
  const { executeTool } = await peer('@ai-sdk/provider-utils');
  const tools = Object.fromEntries(
    byName(size, () =>
      tool({ description: DESCRIPTION, inputSchema: z.object(zodFields()), execute: (given) => forecast(given) }),
    ),
  );
  const toolCall = { type: 'tool-call', toolCallId: 'c', toolName: NAME, input: ARGUMENTS };
  return {
    run: async () => {
      const { input, error } = await parseToolCall({ toolCall, tools });
      if (error !== undefined) throw error;
      let output;
      for await (const part of executeTool({
        tool: tools[NAME],
        input,
        options: { toolCallId: 'c', messages: [], context: {} },
      }))
        output = part.output;
      return JSON.stringify(output);
    },
  };
}

const CALLS_OF_A_TURN = 50;

/** A whole turn of `generateText` with a model that answers at once, with many calls so that the turn itself weighs little. */
async function throughVercelTurn(size) {
  const { tool, generateText } = await peer('ai');
  const content = Array.from({ length: CALLS_OF_A_TURN }, (_, index) => ({
    type: 'tool-call',
    toolCallId: `c${index}`,
    toolName: NAME,
    input: ARGUMENTS,
  }));
  const answer = {
    content,
    finishReason: { unified: 'tool-calls', raw: undefined },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: [],
  };
  const tools = Object.fromEntries(
    byName(size, () =>
      tool({ description: DESCRIPTION, inputSchema: z.object(zodFields()), execute: (given) => forecast(given) }),
    ),
  );
  const active = { [NAME]: tools[NAME] };
  const model = {
    specificationVersion: 'v4',
    provider: 'none',
    modelId: 'none',
    supportedUrls: {},
    doGenerate: async () => answer,
  };
  const run = async () => {
    const { toolResults } = await generateText({ model, prompt: 'Weather?', tools: active });
    if (toolResults.length !== CALLS_OF_A_TURN) throw new Error('not every call was run');
    return toolResults.map((result) => JSON.stringify(result.output)).at(-1);
  };
  return { run, operations: CALLS_OF_A_TURN };
}

async function connected(server) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { InMemoryTransport } = await import('@modelcontextprotocol/sdk/inMemory.js');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'bench', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    run: async () => (await client.callTool({ name: NAME, arguments: JSON.parse(ARGUMENTS) })).content[0].text,
    close: () => client.close(),
  };
}

async function throughMcpSdk(size) {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const server = new McpServer({ name: 'bench', version: '1' });
  for (const name of namesOf(size)) {
    server.registerTool(name, { description: DESCRIPTION, inputSchema: zodFields() }, (given) => ({
      content: [{ type: 'text', text: JSON.stringify(forecast(given)) }],
    }));
  }
  return await connected(server);
}

/** Its request handlers on an SDK server in memory: what runs inside its transports. */
async function throughMcpNest(size) {
  const { McpModule, McpExecutorService, Tool } = await peer('@rekog/mcp-nest');
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { ContextIdFactory } = await import('@nestjs/core');
  class Forecasts {}
  for (const name of namesOf(size)) {
    const descriptor = {
      value: async (given) => forecast(given),
      enumerable: false,
      configurable: true,
      writable: true,
    };
    Tool({ name, description: DESCRIPTION, parameters: z.object(zodFields()) })(Forecasts.prototype, name, descriptor);
    Object.defineProperty(Forecasts.prototype, name, descriptor);
  }
  class AppModule {}
  const app = await NestFactory.createApplicationContext(
    {
      module: AppModule,
      imports: [McpModule.forRoot({ name: 'bench', version: '1', transport: [] })],
      providers: [Forecasts],
    },
    { logger: false, abortOnError: false },
  );
  const id = ContextIdFactory.create();
  const executor = await app.resolve(McpExecutorService, id, { strict: false });
  const server = new McpServer({ name: 'bench', version: '1' }, { capabilities: { tools: {} } });
  executor.registerRequestHandlers(server, { raw: undefined });
  const wired = await connected(server);
  return { run: wired.run, close: async () => void (await wired.close(), await app.close()) };
}

const ROUTER = 'router.call';
const VERCEL = `ai: generateText, a call in a turn of ${CALLS_OF_A_TURN}`;
const PEERS = {
  [ROUTER]: throughRouter,
  'class-transformer + class-validator': throughValidator,
  "Nest's ValidationPipe": throughPipe,
  '@langchain/core DynamicStructuredTool.invoke': throughLangChain,
  '@langchain/core tool().invoke': throughLangChainTool,
  '@openai/agents-core tool.invoke': throughOpenAi,
  'ai: parseToolCall and executeTool': throughVercel,
  [VERCEL]: throughVercelTurn,
  'MCP SDK in memory': throughMcpSdk,
  '@rekog/mcp-nest in memory': throughMcpNest,
};
const ALWAYS = {
  '@openai/agents-core tool.invoke': 2.5,
  [VERCEL]: 4,
  'MCP SDK in memory': 12,
  '@rekog/mcp-nest in memory': 12,
};

for (const size of [1, 1_000]) {
  const contenders = {
    'floor: JSON.parse, method, JSON.stringify': () => JSON.stringify(forecast(JSON.parse(ARGUMENTS))),
  };
  const closers = [];
  for (const [name, make] of Object.entries(PEERS)) {
    const { run, close, operations = 1 } = await make(size);
    checked(await run());
    contenders[name] = { run, operations };
    if (close !== undefined) closers.push(close);
  }
  const rows = await compare(
    `The same tool through other libraries, ${size === 1 ? '1 tool' : '1,000 tools'}`,
    contenders,
    { rounds: 9 },
  );
  cheaper(rows, ROUTER, { '@langchain/core DynamicStructuredTool.invoke': size === 1 ? 1.5 : 2.5, ...ALWAYS });
  for (const close of closers) await close();
}
note('The floor does not check anything. The 1,000 tools have a request class or schema each.');
