import { currentToolContext, runInCall } from '../context/current-call.js';
import type { McpEvent } from './mcp-events.js';
import { tool } from './fixtures/http-mcp-server.js';
import { closeAll, testGateway, testServer } from './fixtures/test-gateway.js';

afterEach(closeAll);

describe('what a connection does by itself', () => {
  it('is no part of the call that opened it, so nobody learns of its user', async () => {
    const server = await testServer([tool('lookup')]);
    server.notifications = true;
    const seen: { readonly what: McpEvent['type']; readonly userId: string | undefined }[] = [];
    const gateway = testGateway({
      servers: { shared: { url: server.url } },
      onEvent: ({ type }) => seen.push({ what: type, userId: currentToolContext()?.userId }),
    });
    const call = { context: { userId: 'first' } };
    await runInCall(call, async () => {
      await gateway.callTool('lookup');
      expect(currentToolContext()?.userId).toBe('first');
    });
    server.tools = [tool('lookup'), tool('more')];
    await vi.waitFor(() => {
      server.notify('notifications/tools/list_changed');
      expect(seen.filter(({ what }) => what === 'tools')).toHaveLength(2);
    });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.map(({ userId }) => userId)).toEqual(seen.map(() => undefined));
  });
});
