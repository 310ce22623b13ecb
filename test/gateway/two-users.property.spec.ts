import * as fc from 'fast-check';
import { ToolRouterException, type McpGateway, type ToolRouter } from 'nestjs-tool-router';
import { boot, closeAll } from '../fixtures/boot.js';
import { NotingServer, type Ending } from './fixtures/noting-server.js';

const USERS = ['alder', 'birch'] as const;
type User = (typeof USERS)[number];

interface Step {
  readonly user: User;
  readonly what: 'connect' | 'connect anew' | 'list' | 'call' | 'host call' | 'refresh' | 'clear';
  readonly ending: Ending;
}

const step: fc.Arbitrary<Step> = fc.record({
  user: fc.constantFrom(...USERS),
  what: fc.constantFrom('connect', 'connect anew', 'list', 'call', 'call', 'host call', 'refresh', 'clear'),
  ending: fc.constantFrom('answers', 'answers late', 'refuses', 'fails', 'breaks off', 'forgets'),
});

/** Steps of one batch run at the same time. */
const story = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });

afterEach(closeAll);

describe('two users with a server of the same name and address', () => {
  it.each(['registered by each', 'from one template'] as const)(
    'share no client, list, header, result or error: %s',
    { timeout: 60_000 },
    async (origin) => {
      const fromTemplate = origin === 'from one template';
      await fc.assert(
        fc.asyncProperty(story, async (batches) => {
          const server = await new NotingServer().start();
          const template = { url: server.url, scope: 'user' as const, headers: { 'x-user': '{{name}}' } };
          const { gateway, router } = await boot({
            router: {
              mcp: {
                backoffStartMs: 10,
                backoffMaxMs: 20,
                userServers: { allowPrivate: true, allowHttp: true },
                credentials: { get: async (userId) => ({ name: userId }) },
                ...(fromTemplate ? { servers: { diary: template } } : {}),
              },
            },
          });
          const world = { server, gateway, router, fromTemplate };
          try {
            for (const batch of batches) {
              const seen = await Promise.all(batch.map(async (one) => ({ one, text: await take(one, world) })));
              for (const { one, text } of seen) expect(text).not.toContain(otherThan(one.user));
            }
            expect(server.crossed).toEqual([]);
            await expectWorking('birch', world);
            await expectClearedAlone(world);
          } finally {
            await closeAll();
            expect([...server.sessions.values()]).toEqual([]);
            await server.stop();
          }
        }),
        { numRuns: 25 },
      );
    },
  );
});

interface World {
  readonly server: NotingServer;
  readonly gateway: McpGateway;
  readonly router: ToolRouter;
  readonly fromTemplate: boolean;
}

/** Does one thing for a user, and returns everything that anybody could read of it. */
async function take({ user, what, ending }: Step, { server, gateway, router, fromTemplate }: World): Promise<string> {
  const context = { userId: user, allow: { mcpServers: ['diary'] } };
  const name = `user_${user}_tool_read`;
  const parts: unknown[] = [];
  try {
    if (what === 'connect' && !fromTemplate) await connect(gateway, server, user);
    if (what === 'connect anew' && !fromTemplate) await connect(gateway, server, user, { 'x-reason': ending });
    if (what === 'list') parts.push(await router.getUserMcpTools(['diary'], user));
    if (what === 'call') parts.push(await router.call({ name, arguments: { ending } }, context));
    if (what === 'host call') parts.push(await gateway.callUserTool(user, name, { ending }));
    if (what === 'refresh') await gateway.refreshTools('diary', user);
    if (what === 'clear') await gateway.clearUserMcpServers(user);
  } catch (error) {
    if (!ToolRouterException.is(error)) throw error;
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) parts.push(cause.message);
    parts.push(error.modelMessage);
  }
  return JSON.stringify(parts);
}

async function connect(
  gateway: McpGateway,
  server: NotingServer,
  user: User,
  more: Record<string, string> = {},
): Promise<void> {
  await gateway.addUserMcpServer(user, 'diary', { url: server.url, headers: { 'x-user': user, ...more } });
}

async function expectWorking(user: User, { gateway, server, router, fromTemplate }: World): Promise<void> {
  if (!fromTemplate) await connect(gateway, server, user);
  const call = { name: `user_${user}_tool_read_${user}` };
  const context = { userId: user, allow: { mcpServers: ['diary'] } };
  await vi.waitFor(async () => expect((await router.call(call, context)).output).toBe(`says ${user}`), 10_000);
}

/** Clearing one user closes that user's session and no other. */
async function expectClearedAlone(world: World): Promise<void> {
  const { server, gateway, router } = world;
  await expectWorking('alder', world);
  // Connections that were replaced before may still be ending.
  await vi.waitFor(() => expect(server.sessionsOf('birch')).toHaveLength(1), 10_000);
  const kept = server.sessionsOf('birch');
  await gateway.clearUserMcpServers('alder');
  expect(server.sessionsOf('alder')).toEqual([]);
  expect(server.sessionsOf('birch')).toEqual(kept);
  if (!world.fromTemplate) expect(await router.getUserMcpTools(['diary'], 'alder')).toEqual([]);
  await expectWorking('birch', world);
}

function otherThan(user: User): User {
  return user === 'alder' ? 'birch' : 'alder';
}
