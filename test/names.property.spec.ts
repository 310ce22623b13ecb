import fc from 'fast-check';
import { boot, closeAll } from './fixtures/boot.js';
import { serveMcp, stopServers } from './fixtures/mcp-server.js';

afterEach(async () => {
  await closeAll();
  await stopServers();
});

const word = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      'Z',
      '1',
      '0',
      '_',
      '-',
      '.',
      '/',
      ' ',
      '_tool_',
      '_service_',
      'user_',
      '用户',
      'é',
      '😀',
    ),
    minLength: 1,
    maxLength: 12,
  }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'me@home.example',
    'x'.repeat(300),
    'a_tool',
    'a_tool_b',
    'tool_x',
  ),
  fc.uuid(),
);

/** Different words that are no blanks, always the same ones. */
const words = (count: number, seed: number): string[] =>
  [...new Set(fc.sample(word, { numRuns: count * 4, seed }).map((each) => each.trim()))]
    .filter((each) => each !== '')
    .slice(0, count);

describe('10,000 names of 50 users, their servers and tools', () => {
  it('are valid and all different, run the tool they stand for, and nothing of anybody else', async () => {
    const users = words(50, 1);
    const serverIds = words(2, 2);
    const tools = words(100, 3);
    expect([users.length, serverIds.length, tools.length]).toEqual([50, 2, 100]);
    const served = await Promise.all(
      serverIds.map((id) => serveMcp(tools.map((name) => ({ name, answer: () => JSON.stringify([id, name]) })))),
    );
    const { router, gateway } = await boot({
      router: {
        mcp: { userServers: { allowHttp: true, allowPrivate: true }, maxProjectedTools: 1_000, maxUserClients: 200 },
      },
    });
    const owners = new Map<string, string>();
    for (const userId of users) {
      for (const [index, id] of serverIds.entries()) {
        await gateway.addUserMcpServer(userId, id, { url: served[index]?.url ?? '' });
      }
      const toolset = await router.toolset({ mcpServers: serverIds.map((id) => `user:${id}`) }, { userId });
      expect(toolset.tools).toHaveLength(200);
      for (const { name } of toolset.tools) {
        expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
        expect(owners.has(name)).toBe(false);
        owners.set(name, userId);
      }
      // All names of the first user, and a tenth of the names of the others, are called.
      const called = toolset.tools.filter((_, index) => userId === users[0] || index % 10 === 3);
      const outputs = await Promise.all(called.map(async ({ name }) => (await toolset.call({ name })).output));
      expect(new Set(outputs).size).toBe(called.length);
      const stranger = { userId: `not ${userId}`, allow: { mcpServers: serverIds } };
      for (const { name } of called.slice(0, 5)) {
        expect((await router.call({ name }, stranger)).errorCode).toBe('unknown_tool');
      }
      await gateway.clearUserMcpServers(userId);
    }
    expect(owners.size).toBe(10_000);
  }, 120_000);
});
