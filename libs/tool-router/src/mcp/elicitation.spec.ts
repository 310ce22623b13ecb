import { setTimeout as delay } from 'node:timers/promises';
import type { ToolContext } from '../tool/tool-context.js';
import { text, tool, type Exchange } from './fixtures/http-mcp-server.js';
import { closeAll, invocation, testGateway, testServer } from './fixtures/test-gateway.js';
import type { McpElicitation, McpElicitationHandler } from './mcp-elicitation.js';
import type { McpGateway } from './mcp-gateway.js';

afterEach(closeAll);

const requestedSchema = {
  type: 'object',
  properties: { size: { type: 'string' }, gift: { type: 'boolean', default: true } },
};

/** A server whose tool asks for a size on the stream of its answer, and tells what it was told. */
async function askingServer() {
  const server = await testServer([tool('order')]);
  const open = new Map<number, (answer: unknown) => void>();
  const declared: unknown[] = [];
  let questions = 100;
  server.intercept = async ({ rpc, res, stream }: Exchange) => {
    if (rpc.method === 'initialize') declared.push(rpc.params?.['capabilities']);
    if (rpc.method === undefined && rpc.id !== undefined) {
      open.get(rpc.id as number)?.(rpc);
      res.writeHead(202).end();
      return true;
    }
    if (rpc.method !== 'tools/call') return false;
    const write = stream();
    const id = ++questions;
    const answered = new Promise<unknown>((resolve) => open.set(id, resolve));
    const message = `Which size for ${String(rpc.params?.arguments?.['what'])}?`;
    write({ jsonrpc: '2.0', id, method: 'elicitation/create', params: { message, requestedSchema } });
    const { result, error } = (await answered) as { result?: unknown; error?: { code: number } };
    write({ jsonrpc: '2.0', id: rpc.id, result: text(JSON.stringify(result ?? error?.code)) });
    res.end();
    return true;
  };
  return { server, declared };
}

async function order(gateway: McpGateway, context: ToolContext, what: string, signal?: AbortSignal): Promise<string> {
  const { tools } = await gateway.projectGlobal(['shop']);
  const more = { context, callId: `call for ${what}`, ...(signal ? { signal } : {}) };
  return (await tools[0]!.execute({ what }, invocation(more))).text;
}

describe('a question of a server', () => {
  it('goes to the user whose call it came with, and gets defaults filled in', async () => {
    const { server, declared } = await askingServer();
    const asked: McpElicitation[] = [];
    const onElicitation: McpElicitationHandler = async (question) => {
      asked.push(question);
      // All are open at the same time.
      await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(8));
      return { action: 'accept', content: { size: `size of ${question.context.userId}` } };
    };
    const gateway = testGateway({ servers: { shop: { url: server.url } }, onElicitation });
    const users = Array.from({ length: 8 }, (_, index) => `user ${index}`);
    const answers = await Promise.all(users.map((userId) => order(gateway, { userId }, `the hat of ${userId}`)));
    expect(answers.map((answer) => JSON.parse(answer) as unknown)).toEqual(
      users.map((userId) => ({ action: 'accept', content: { size: `size of ${userId}`, gift: true } })),
    );
    for (const { context, callId, message, serverId, toolName, signal } of asked) {
      expect({ callId, message, serverId, toolName }).toEqual({
        callId: `call for the hat of ${context.userId}`,
        message: `Which size for the hat of ${context.userId}?`,
        serverId: 'shop',
        toolName: 'order',
      });
      expect(signal.aborted).toBe(true);
    }
    expect(declared).toEqual([{ elicitation: { form: { applyDefaults: true } } }]);
  });

  it('is refused where the host takes none', async () => {
    const { server, declared } = await askingServer();
    const gateway = testGateway({ servers: { shop: { url: server.url } } });
    expect(await order(gateway, {}, 'it')).toBe('-32601');
    expect(declared).toEqual([{}]);
  });

  it('is cancelled, without a reason, when the host fails', async () => {
    const { server } = await askingServer();
    const onElicitation = () => Promise.reject(new Error('no form for secret-17'));
    const gateway = testGateway({ servers: { shop: { url: server.url } }, onElicitation });
    expect(await order(gateway, {}, 'it')).toBe('{"action":"cancel"}');
  });

  it('is over when its call is', async () => {
    const { server } = await askingServer();
    const cancel = new AbortController();
    let over = false;
    const onElicitation: McpElicitationHandler = async ({ signal }) => {
      cancel.abort();
      await delay(20_000, undefined, { signal }).catch(() => {});
      over = signal.aborted;
      return { action: 'decline' };
    };
    const gateway = testGateway({ servers: { shop: { url: server.url } }, onElicitation });
    await expect(order(gateway, {}, 'it', cancel.signal)).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(over).toBe(true));
  });

  /** Asks when a tool is called, over the one stream that it has. */
  const ASKING_PROCESS = `
    const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
    let call;
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params, result, error } = JSON.parse(line);
      const serverInfo = { name: 'asking', version: '1' };
      if (method === 'initialize') say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
      if (method === 'tools/list') say({ id, result: { tools: [{ name: 'order', inputSchema: { type: 'object' } }] } });
      if (method === 'tools/call') {
        call = id;
        say({ id: 7, method: 'elicitation/create', params: { message: 'Which size?', requestedSchema: { type: 'object', properties: {} } } });
      }
      if (id === 7) say({ id: call, result: { content: [{ type: 'text', text: result ? result.action : String(error.code) }] } });
    });
    process.stdin.on('end', () => process.exit(0));
  `;

  it('on the one stream of a process is asked only where all calls are of one user', async () => {
    const asked: (string | undefined)[] = [];
    const onElicitation: McpElicitationHandler = async ({ context }) => {
      asked.push(context.userId);
      return { action: 'decline' };
    };
    const config = { command: process.execPath, args: ['-e', ASKING_PROCESS] };
    const gateway = testGateway({ servers: { shop: config }, onElicitation, userServers: { allowStdio: true } });
    expect(await gateway.callTool('order')).toBe('-32600');
    await gateway.addUserMcpServer('eve', 'shop', config);
    expect(await gateway.callUserTool('eve', 'order')).toBe('decline');
    expect(asked).toEqual(['eve']);
  });
});
