import { OAuthServer } from './auth/fixtures/oauth-server.js';
import { AuthRequiredException } from '../errors/auth-required.exception.js';
import { text, tool, type HttpMcpServer } from './fixtures/http-mcp-server.js';
import { closeAll, closeLater, failureOf, testGateway, testServer } from './fixtures/test-gateway.js';

const METADATA = '/.well-known/oauth-protected-resource/mcp';

afterEach(closeAll);

/** An MCP server that takes the tokens of an authorization server, and a gateway where every user signs in. */
async function protectedServer() {
  const oauth = await new OAuthServer().listen();
  closeLater({ stop: () => oauth.close() });
  const server: HttpMcpServer = await testServer([tool('who')]);
  const { origin } = new URL(server.url);
  server.intercept = ({ path, headers, send }) => {
    if (path === METADATA) send(200, { resource: server.url, authorization_servers: [oauth.origin] });
    else if (oauth.accessTokens.has(headers.authorization?.replace('Bearer ', '') ?? '')) return false;
    else send(401, {}, { 'www-authenticate': `Bearer resource_metadata="${origin}${METADATA}"` });
    return true;
  };
  server.call = (_name, _args, { headers }) => text(headers.authorization ?? 'nobody');
  const gateway = testGateway({
    servers: {
      mail: { url: server.url, scope: 'user', auth: { type: 'oauth', redirectUrl: 'http://localhost/callback' } },
    },
  });
  const signIn = async (userId: string): Promise<void> => {
    const url = await gateway.startAuthorization('mail', userId);
    await gateway.finishAuthorization('mail', userId, oauth.signIn(url));
  };
  return { oauth, server, gateway, signIn };
}

describe('signing in', () => {
  it('is asked for with a link for the host, never for the model, and lets the calls through at once', async () => {
    const { oauth, gateway } = await protectedServer();
    expect(await gateway.getUserAvailableTools(['mail'], 'ada')).toEqual([]);
    const [status] = gateway.getStatus().connections;
    expect(status).toMatchObject({ state: 'auth_required', userId: 'ada' });
    const url = await gateway.startAuthorization('mail', 'ada');
    expect(url).toContain(`${oauth.origin}/authorize?`);
    const answer = oauth.signIn(url);
    await expect(gateway.finishAuthorization('mail', 'bob', answer)).rejects.toBeInstanceOf(AuthRequiredException);
    await gateway.finishAuthorization('mail', 'ada', answer);
    expect(await gateway.getUserAvailableTools(['mail'], 'ada')).toHaveLength(1);
    expect(await gateway.callUserTool('ada', 'who')).toMatch(/^Bearer access-/);
    await expect(gateway.finishAuthorization('mail', 'ada', answer)).rejects.toBeInstanceOf(AuthRequiredException);
    expect(JSON.stringify(gateway.getStatus())).not.toMatch(/access-|refresh-/);
  });

  it('is told in the exception of a call, with the link beside the texts', async () => {
    const { oauth, gateway, signIn } = await protectedServer();
    await signIn('ada');
    await gateway.callUserTool('ada', 'who');
    oauth.accessTokens.clear();
    oauth.refreshTokens.clear();
    const failure = await failureOf(gateway.callUserTool('ada', 'who'));
    expect(failure.code).toBe('auth_required');
    expect((failure as AuthRequiredException).authorizationUrl).toContain('/authorize?');
    expect(failure.modelMessage).not.toContain('http');
  });

  it('again is not needed when the tokens can be renewed, once for many calls', async () => {
    const { oauth, gateway, signIn } = await protectedServer();
    await signIn('ada');
    await signIn('bob');
    const others = await gateway.callUserTool('bob', 'who');
    await gateway.callUserTool('ada', 'who');
    oauth.behaviour.tokenDelayMs = 100;
    for (const token of oauth.accessTokens.keys()) if (!others.endsWith(token)) oauth.accessTokens.delete(token);
    const before = oauth.count('/token refresh_token');
    const results = await Promise.all([
      ...Array.from({ length: 50 }, () => gateway.callUserTool('ada', 'who')),
      gateway.callUserTool('bob', 'who'),
    ]);
    expect(oauth.count('/token refresh_token') - before).toBe(1);
    expect(new Set(results.slice(0, 50)).size).toBe(1);
    expect(results[50]).toBe(others);
  });

  it('that fails is not tried for every call', async () => {
    const { oauth, server, gateway, signIn } = await protectedServer();
    await signIn('ada');
    await signIn('bob');
    await gateway.callUserTool('ada', 'who');
    const kept = (await gateway.callUserTool('bob', 'who')).replace('Bearer ', '');
    for (const token of oauth.accessTokens.keys()) if (token !== kept) oauth.accessTokens.delete(token);
    oauth.behaviour.refreshFailure = { status: 400, error: 'invalid_grant' };
    const before = oauth.count('/token refresh_token');
    for (let call = 0; call < 10; call++) {
      expect((await failureOf(gateway.callUserTool('ada', 'who'))).code).toBe('auth_required');
    }
    expect(oauth.count('/token refresh_token') - before).toBe(1);
    expect(await gateway.callUserTool('bob', 'who')).toBe(`Bearer ${kept}`);
    expect(server.sent('tools/call').length).toBeLessThan(10);
  });
});
