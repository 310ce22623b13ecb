import { text, tool } from './fixtures/http-mcp-server.js';
import { closeAll, failureOf, testGateway, testServer } from './fixtures/test-gateway.js';

afterEach(closeAll);

describe('a replaced server whose last call still runs', () => {
  it('ends with the application, not after the time of the call', async () => {
    const before = await testServer([tool('dig')]);
    before.call = () => new Promise(() => {});
    const after = await testServer([tool('dig')]);
    after.call = () => text('done');
    const gateway = testGateway({ userServers: { allowHttp: true, allowPrivate: true } });
    await gateway.addUserMcpServer('kim', 'mole', { url: before.url });
    const call = failureOf(gateway.callUserTool('kim', 'dig'));
    await vi.waitFor(() => expect(before.sent('tools/call')).toHaveLength(1));
    await gateway.addUserMcpServer('kim', 'mole', { url: after.url });
    expect(await gateway.callUserTool('kim', 'dig')).toBe('done');
    expect(before.sessions.size).toBe(1);
    await gateway.onModuleDestroy();
    expect((await call).code).toBe('shutting_down');
    expect(before.sessions.size + after.sessions.size).toBe(0);
  }, 7_000);
});
