import fc from 'fast-check';
import { ToolDispatcher, type ToolContext } from 'nestjs-tool-router';
import { ContextIdFactory, ModuleRef } from '@nestjs/core';
import { boot, closeAll } from './fixtures/boot.js';
import { serveMcp, stopServers } from './fixtures/mcp-server.js';

afterEach(async () => {
  await closeAll();
  await stopServers();
});

const mcp = { userServers: { allowPrivate: true, allowHttp: true } };

describe('users and their own servers', () => {
  it('reach their own tools only, whatever a model calls', async () => {
    const first = await serveMcp([{ name: 'read', answer: () => 'notes of u1' }]);
    const second = await serveMcp([{ name: 'read', answer: () => 'notes of u2' }]);
    const contextFactory = (request: { user: string }): ToolContext => ({
      userId: request.user,
      allow: { mcpServers: ['notes'] },
    });
    const { app, router, gateway } = await boot({ router: { mcp, contextFactory } });
    await gateway.addUserMcpServer('u1', 'notes', { url: first.url });
    await gateway.addUserMcpServer('u2', 'notes', { url: second.url });
    const context = contextFactory({ user: 'u1' });
    const toolset = await router.toolset({ mcpServers: ['notes'] }, context);
    expect(toolset.tools.map((tool) => tool.name)).toEqual(['user_u1_tool_read']);
    expect((await toolset.call({ name: 'user_u1_tool_read' })).output).toBe('notes of u1');

    const id = ContextIdFactory.create();
    app.get(ModuleRef).registerRequestByContextId({ user: 'u1' }, id);
    const dispatcher = await app.resolve(ToolDispatcher, id);
    const hostile = [
      'user_u2_tool_read',
      'read',
      'user_u2_service_notes',
      'user__tool_read',
      'user_u1_tool_u2_tool_read',
      'USER_u1_tool_read',
    ];
    for (const name of hostile) {
      const unknown = await router.call({ name: 'zz' }, context);
      for (const result of [
        await router.call({ name }, context),
        await toolset.call({ name }),
        await dispatcher.call({ name }),
        ...(await router.callAll([{ name }], context)),
      ]) {
        expect(result.errorCode).toBe('unknown_tool');
        expect(result.output.replace(JSON.stringify(name), '"zz"')).toBe(unknown.output);
      }
      await expect(dispatcher.invoke(name)).rejects.toMatchObject({ code: 'unknown_tool' });
      await expect(router.runWithContext(context, () => router.invoke('read', '{}', 'u2'))).rejects.toMatchObject({
        code: 'unknown_tool',
      });
    }
    for (const mcpServers of [
      ['user_u2_service_notes'],
      ['user:../u2/notes'],
      ['u2:notes'],
      ['user:u2:notes'],
      ['global:notes'],
    ]) {
      expect((await router.toolset({ mcpServers }, { userId: 'u1' })).tools).toEqual([]);
    }
    expect(second.calls).toEqual([]);
  });

  it('can be addressed by host code without a context, and only there', async () => {
    const own = await serveMcp([{ name: 'create_issue', answer: (args) => `made ${String(args['title'])}` }]);
    const { router, gateway } = await boot({ router: { mcp } });
    await gateway.addUserMcpServer('123', 'tracker', { url: own.url });
    expect(await router.invoke('user_123_tool_create_issue', '{"title":"a"}')).toBe('made a');
    expect(await router.invoke('create_issue', '{"title":"b"}', '123')).toBe('made b');
    expect(await router.invoke('user_123_tool_create_issue', '{"title":"c"}', '123')).toBe('made c');
    for (const attempt of [
      () => router.invoke('create_issue', '{}'),
      () => router.invoke('create_issue', '{}', '12'),
      () => router.invoke('user_123_tool_create_issue', '{}', '124'),
      () =>
        router.runWithContext({ allow: { mcpServers: ['tracker'] } }, () =>
          router.invoke('user_123_tool_create_issue'),
        ),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'unknown_tool' });
    }
    expect(own.calls).toHaveLength(3);
  });

  it('never fall back to a global tool of the same name', async () => {
    const everybody = await serveMcp([{ name: 'pay', answer: () => 'paid' }]);
    const own = await serveMcp([{ name: 'other', answer: () => 'other' }]);
    const { router, gateway } = await boot({ router: { mcp: { ...mcp, servers: { g: { url: everybody.url } } } } });
    await gateway.addUserMcpServer('u1', 'own', { url: own.url });
    const context = { userId: 'u1', allow: { mcpServers: ['g', 'own'] } };
    expect((await router.call({ name: 'user_u1_tool_pay' }, context)).errorCode).toBe('unknown_tool');
    await expect(router.invoke('user_u1_tool_pay')).rejects.toMatchObject({ code: 'unknown_tool' });
    await expect(router.invoke('pay', '{}', 'u1')).rejects.toMatchObject({ code: 'unknown_tool' });
    expect(everybody.calls).toEqual([]);
    expect((await router.call({ name: 'pay' }, context)).output).toBe('paid');
  });

  it('with any id get valid names of their own, which run their own tools', async () => {
    const ids = [
      'a',
      'a_tool_b',
      'a_tool',
      'a_service_b',
      '1_2',
      '1',
      '12',
      '__proto__',
      'constructor',
      'mia@example.org',
      'Zoë',
      '用户',
      'x'.repeat(300),
      'h0123456789abcdef',
      'user_1',
      '..',
      ' spaced ',
    ];
    const tools = ['x', 'tool_x', 'b_tool_x', '__proto__', 'files/read', '天气', 'n'.repeat(100)];
    const servers = await Promise.all(
      ids.map((id) => serveMcp(tools.map((name) => ({ name, answer: () => `${name} of ${id}` })))),
    );
    const { router, gateway } = await boot({ router: { mcp } });
    await Promise.all(ids.map((id, index) => gateway.addUserMcpServer(id, 'svc', { url: servers[index]?.url ?? '' })));
    const seen = new Map<string, string>();
    for (const userId of ids) {
      const toolset = await router.toolset({ mcpServers: ['svc'] }, { userId });
      expect(toolset.tools).toHaveLength(tools.length);
      const outputs = await Promise.all(
        toolset.tools.map(async ({ name }) => {
          expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
          expect(seen.get(name)).toBeUndefined();
          seen.set(name, userId);
          expect(await router.invoke(name)).toMatch(
            new RegExp(` of ${userId.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`),
          );
          return (await toolset.call({ name })).output;
        }),
      );
      expect(outputs.toSorted()).toEqual(tools.map((name) => `${name} of ${userId}`).toSorted());
    }
    for (const [name, owner] of seen) {
      const other = ids.find((id) => id !== owner) as string;
      expect((await router.call({ name }, { userId: other, allow: { mcpServers: ['svc'] } })).errorCode).toBe(
        'unknown_tool',
      );
    }
    await expect(gateway.addUserMcpServer('', 'svc', { url: servers[0]?.url ?? '' })).rejects.toThrow();
    await expect(gateway.addUserMcpServer('  ', 'svc', { url: servers[0]?.url ?? '' })).rejects.toThrow();
  }, 60_000);

  it('blank or missing have no servers', async () => {
    const own = await serveMcp([{ name: 'x', answer: () => 'x' }]);
    const { router, gateway } = await boot({ router: { mcp } });
    await gateway.addUserMcpServer('u', 'svc', { url: own.url });
    for (const userId of [undefined, '', ' ']) {
      expect((await router.toolset({ mcpServers: ['svc'] }, { userId })).tools).toEqual([]);
    }
  });

  it('lose exactly their own servers when they are cleared', async () => {
    const ids = ['1', '1_2', '12'];
    const server = await serveMcp([{ name: 'x', answer: () => 'alive' }]);
    const { router, gateway } = await boot({ router: { mcp } });
    for (const id of ids) await gateway.addUserMcpServer(id, 'svc', { url: server.url });
    for (const id of ids) expect(await router.invoke('x', '{}', id)).toBe('alive');
    await gateway.clearUserMcpServers('1');
    await expect(router.invoke('x', '{}', '1')).rejects.toMatchObject({ code: 'unknown_tool' });
    expect(await Promise.all(['1_2', '12'].map((id) => router.invoke('x', '{}', id)))).toEqual(['alive', 'alive']);
  });

  it('200 of them in parallel over one process mix nothing', async () => {
    const server = await serveMcp([
      {
        name: 'echo',
        answer: async (args) => {
          await new Promise((resolve) => setTimeout(resolve, Number(args['ms'])));
          return String(args['who']);
        },
      },
    ]);
    const { router, gateway } = await boot({ router: { mcp: { ...mcp, maxUserClients: 400 } } });
    const users = Array.from({ length: 200 }, (_, index) => `user${index}`);
    await Promise.all(users.map((id) => gateway.addUserMcpServer(id, 'svc', { url: server.url })));
    const outputs = await Promise.all(
      users.map(async (userId, index) => {
        const toolset = await router.toolset({ mcpServers: ['svc'] }, { userId });
        const [{ name } = { name: '' }] = toolset.tools;
        expect(name).toBe(`user_${userId}_tool_echo`);
        return (await toolset.call({ name, arguments: { who: userId, ms: (index * 7) % 20 } })).output;
      }),
    );
    expect(outputs).toEqual(users);
  }, 60_000);
});

describe('two servers of one request with the same tool', () => {
  it('both get the name of their server in front, and the plain name names them', async () => {
    const [one, two] = await Promise.all([
      serveMcp([{ name: 'get', answer: () => 'one' }]),
      serveMcp([{ name: 'get', answer: () => 'two' }]),
    ]);
    const { router, gateway } = await boot({
      router: { mcp: { ...mcp, servers: { first: { url: one.url }, second: { url: two.url } } } },
    });
    const allow = { mcpServers: ['first', 'second'] };
    const toolset = await router.toolset(allow);
    expect(toolset.tools.map((tool) => tool.name).toSorted()).toEqual(['first_get', 'second_get']);
    expect((await toolset.call({ name: 'second_get' })).output).toBe('two');
    const plain = await router.call({ name: 'get' }, { allow });
    expect(plain.errorCode).toBe('unknown_tool');
    expect(plain.output).toMatch(/first_get, second_get/);
    expect((await router.toolset({ mcpServers: ['second'] })).tools.map((tool) => tool.name)).toEqual(['get']);

    for (const id of ['a', 'b']) await gateway.addUserMcpServer('u', id, { url: one.url });
    const own = await router.toolset({ mcpServers: ['a', 'b'] }, { userId: 'u' });
    expect(own.tools.map((tool) => tool.name).toSorted()).toEqual(['user_u_tool_a_get', 'user_u_tool_b_get']);
    await expect(router.invoke('get', '{}', 'u')).rejects.toMatchObject({
      code: 'unknown_tool',
      candidates: ['user_u_tool_a_get', 'user_u_tool_b_get'],
    });
  });

  it('never share a name, whatever the servers and tools are called', async () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', '_', 'tool_', '語', '.', '1'),
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
        async (ids, names) => {
          const { router, gateway } = await boot();
          const served = await Promise.all(
            ids.map((id) => serveMcp(names.map((name) => ({ name, answer: () => JSON.stringify([id, name]) })))),
          );
          await Promise.all(ids.map((id, index) => gateway.addMcpServer(id, { url: served[index]?.url ?? '' })));
          const toolset = await router.toolset({ mcpServers: ids.map((id) => `global:${id}`) });
          const outputs = await Promise.all(
            toolset.tools.map(async ({ name }) => (await toolset.call({ name })).output),
          );
          expect(outputs.toSorted()).toEqual(
            ids.flatMap((id) => names.map((name) => JSON.stringify([id, name]))).toSorted(),
          );
          await closeAll();
          await stopServers();
        },
      ),
      { numRuns: 8 },
    );
  }, 60_000);
});
