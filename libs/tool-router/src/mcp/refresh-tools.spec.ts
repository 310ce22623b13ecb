import { closeAll, failureOf, testGateway, testServer } from './fixtures/test-gateway.js';
import { tool } from './fixtures/http-mcp-server.js';

afterEach(closeAll);

describe('reading a list again', () => {
  it('fails when the server asks for a sign-in only then', async () => {
    const server = await testServer([tool('lookup')]);
    server.intercept = ({ rpc, send }) => {
      if (rpc.method !== 'tools/list') return false;
      send(401, {});
      return true;
    };
    const gateway = testGateway({ servers: { desk: { url: server.url } } });
    expect((await failureOf(gateway.refreshTools('desk'))).code).toBe('auth_required');
  });

  it('fails with the reason of the state, and keeps the last good list', async () => {
    const server = await testServer([tool('lookup')]);
    const gateway = testGateway({ servers: { desk: { url: server.url } } });
    await gateway.refreshTools('desk');
    server.intercept = ({ rpc, send }) => {
      if (rpc.method !== 'tools/list') return false;
      send(200, { jsonrpc: '2.0', id: rpc.id, error: { code: -32603, message: 'the index is being rebuilt' } });
      return true;
    };
    const failure = await failureOf(gateway.refreshTools('desk'));
    expect(failure.code).toBe('unavailable');
    expect(failure.message).toContain('the index is being rebuilt');
    const [listed] = await gateway.getAvailableTools(['desk']);
    expect(listed?.function.name).toBe('lookup');
  });
});
