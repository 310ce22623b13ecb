import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { McpServerConfig } from '../definition/mcp-server-config.js';
import { parseServerConfig } from '../definition/parse-server-config.js';
import type { HttpDefinition } from '../definition/server-definition.js';
import { createMcpFetch, type McpFetch } from '../net/create-mcp-fetch.js';
import type { AuthorizationTarget } from './authorization-target.js';
import { authorizedFetch } from './authorized-fetch.js';
import { OAuthServer } from './fixtures/oauth-server.js';
import { InMemoryTokenStore } from './in-memory-token-store.js';
import { McpAuthorizations } from './mcp-authorizations.js';
import type { McpCredentialProvider } from './mcp-credential-provider.js';
import type { McpTokenStore } from './mcp-token-store.js';

let server: OAuthServer;
let net: McpFetch;
let store: McpTokenStore;
let warnings: string[];
let authorizations: McpAuthorizations;

beforeEach(async () => {
  server = await new OAuthServer().listen();
  net = createMcpFetch({ guard: false, allowHttp: true });
  store = new InMemoryTokenStore();
  warnings = [];
  authorizations = gateway();
});

afterEach(async () => {
  vi.useRealTimers();
  await net.close();
  await server.close();
});

/** The authorizations of one process. */
function gateway(): McpAuthorizations {
  return new McpAuthorizations({ store, fetchFor: () => net.fetch, warn: (text) => warnings.push(text) });
}

function define(config: Partial<McpServerConfig> = {}): AuthorizationTarget['definition'] {
  const auth = { type: 'oauth', redirectUrl: 'http://app.example/back' } as const;
  return parseServerConfig(
    'crm',
    { url: `${server.origin}/mcp`, scope: 'user', auth, ...config },
    { author: 'host' },
  ) as AuthorizationTarget['definition'];
}

function fetchOf(
  userId: string,
  definition: HttpDefinition = define(),
  through = authorizations,
  credentials?: McpCredentialProvider,
): FetchLike {
  return authorizedFetch({
    definition,
    userId,
    fetch: net.fetch,
    authorizations: through,
    warn: (text) => warnings.push(text),
    ...(credentials ? { credentials } : {}),
  });
}

async function statusOf(fetch: FetchLike): Promise<number> {
  const response = await fetch(`${server.origin}/mcp`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  await response.body?.cancel();
  return response.status;
}

async function signIn(userId: string, definition = define()): Promise<void> {
  const target = { definition, userId };
  const { code, state } = server.signIn(await authorizations.startAuthorization(target));
  await authorizations.finishAuthorization(target, code, state);
}

function expireAll(): void {
  server.accessTokens.clear();
}

describe('signing in', () => {
  it('leads from a refused request over a link to an accepted one', async () => {
    const fetch = fetchOf('ann');
    const target = { definition: define(), userId: 'ann' };
    expect(authorizations.signInUrl(target)).toBeUndefined();
    expect(await statusOf(fetch)).toBe(401);
    const link = authorizations.signInUrl(target);
    const query = new URL(link ?? '').searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('redirect_uri')).toBe('http://app.example/back');
    expect(query.get('resource')).toBe(`${server.origin}/mcp`);
    expect(Buffer.from(query.get('state') ?? '', 'base64url').byteLength).toBeGreaterThanOrEqual(16);

    const { code, state } = server.signIn(link ?? '');
    await authorizations.finishAuthorization(target, code, state);
    expect(await statusOf(fetch)).toBe(200);
    expect(authorizations.signInUrl(target)).toBeUndefined();
    expect(await statusOf(fetchOf('bob'))).toBe(401);
    expect(server.tokensSeen.at(-1)).toBeUndefined();
  });

  it('hands out one link while it is good, whoever asks', async () => {
    const target = { definition: define(), userId: 'ann' };
    const links = await Promise.all([
      authorizations.startAuthorization(target),
      authorizations.startAuthorization(target),
    ]);
    const other = await authorizations.startAuthorization({ ...target, userId: 'bob' });
    expect(await statusOf(fetchOf('ann'))).toBe(401);
    expect(new Set([...links, authorizations.signInUrl(target)]).size).toBe(1);
    expect(other).not.toBe(links[0]);
    expect(server.count('/register')).toBe(2);
  });

  it('finds out what the server wants before the first request', async () => {
    server.behaviour.metadataPath = '/elsewhere/metadata';
    server.behaviour.challengeScope = 'read write';
    const link = await authorizations.startAuthorization({ definition: define(), userId: 'ann' });
    expect(new URL(link).searchParams.get('scope')).toBe('read write');
    expect(server.count('/elsewhere/metadata')).toBe(1);
    expect(server.count('/.well-known/oauth-protected-resource')).toBe(0);
  });

  it('says so when the authorization server does not take part', async () => {
    server.behaviour.issuer = 'http://127.0.0.1:1';
    const target = { definition: define(), userId: 'ann' };
    await expect(authorizations.startAuthorization(target)).rejects.toMatchObject({
      code: 'auth_required',
      authorizationUrl: undefined,
    });
    expect([await statusOf(fetchOf('ann')), await statusOf(fetchOf('ann'))]).toEqual([503, 503]);
    expect(authorizations.signInUrl(target)).toBeUndefined();
  });

  it('is bound to the user, works once and not for long', async () => {
    const definition = define();
    const ann = { definition, userId: 'ann' };
    const bob = { definition, userId: 'bob' };
    const first = server.signIn(await authorizations.startAuthorization(ann));
    await expect(authorizations.finishAuthorization(bob, first.code, first.state)).rejects.toMatchObject({
      code: 'auth_required',
      serverId: 'crm',
    });
    await authorizations.startAuthorization(bob);
    await expect(authorizations.finishAuthorization(bob, first.code, first.state)).rejects.toThrow(
      'not begun by this user',
    );
    await expect(authorizations.finishAuthorization(ann, first.code, `${first.state}x`)).rejects.toThrow(
      'not begun by this user',
    );
    expect(server.count('/token')).toBe(0);

    await authorizations.finishAuthorization(ann, first.code, first.state);
    await expect(authorizations.finishAuthorization(ann, first.code, first.state)).rejects.toThrow('finished already');
    expect(await authorizations.accessToken(bob)).toBeUndefined();

    await authorizations.forget(ann);
    const late = server.signIn(await authorizations.startAuthorization(ann));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    await expect(authorizations.finishAuthorization(ann, late.code, late.state)).rejects.toThrow('took too long');
    expect(await authorizations.accessToken(ann)).toBeUndefined();
    expect(server.count('/token')).toBe(1);
  });

  it('stores nothing when the code is refused', async () => {
    const target = { definition: define(), userId: 'ann' };
    const { state } = server.signIn(await authorizations.startAuthorization(target));
    await expect(authorizations.finishAuthorization(target, 'made-up', state)).rejects.toThrow('did not accept');
    expect(await authorizations.accessToken(target)).toBeUndefined();
  });

  it.each(['client_secret_basic', 'client_secret_post', 'none'])('authenticates the client with %s', async (method) => {
    server.behaviour.tokenMethods = [method];
    await signIn('ann');
    expect(await statusOf(fetchOf('ann'))).toBe(200);
  });

  it('needs no person with client credentials', async () => {
    const definition = define({
      scope: 'global',
      auth: { type: 'oauth', grant: 'client_credentials', clientId: 'id', clientSecret: 'secret', scope: 'read' },
    });
    const fetch = authorizedFetch({ definition, fetch: net.fetch, authorizations, warn: () => {} });
    expect([await statusOf(fetch), await statusOf(fetch)]).toEqual([200, 200]);
    expect(server.count('/token client_credentials')).toBe(1);
    expect(server.count('/register')).toBe(0);
  });

  it('asks for more scope once, and never twice for the same', async () => {
    await signIn('ann');
    const fetch = fetchOf('ann');
    const target = { definition: define(), userId: 'ann' };
    expect(await statusOf(fetch)).toBe(200);
    server.behaviour.scope = 'write';
    expect(await statusOf(fetch)).toBe(401);
    const link = authorizations.signInUrl(target) ?? '';
    expect(new URL(link).searchParams.get('scope')).toBe('write');
    server.behaviour.scope = undefined;
    expect(await statusOf(fetch)).toBe(200);

    server.behaviour.scope = 'write';
    const { code, state } = server.signIn(link);
    await authorizations.finishAuthorization(target, code, state);
    expect(await statusOf(fetch)).toBe(200);
    for (const grant of server.accessTokens.keys()) server.accessTokens.set(grant, { scope: 'other' });
    expect(await statusOf(fetch)).toBe(403);
  });
});

describe('renewing', () => {
  it('happens once for many parallel calls, and disturbs no other user', async () => {
    await signIn('ann');
    await signIn('bob');
    const [ann, bob] = [fetchOf('ann'), fetchOf('bob')];
    const bobs = (await authorizations.accessToken({ definition: define(), userId: 'bob' })) ?? '';
    const grant = server.accessTokens.get(bobs);
    expireAll();
    server.accessTokens.set(bobs, grant!);
    server.behaviour.tokenDelayMs = 150;
    const calls = Promise.all(Array.from({ length: 50 }, () => statusOf(ann)));
    expect(await statusOf(bob)).toBe(200);
    expect(new Set(await calls)).toEqual(new Set([200]));
    expect(server.count('/token refresh_token')).toBe(1);
    const stored = await store.get({ userId: 'ann', serverId: 'crm', serverUrl: `${server.origin}/mcp` });
    expect([...server.refreshTokens.keys()]).toContain(stored?.value.tokens?.refresh_token);
  });

  it('happens once in each of two processes at most, and the loser takes the tokens of the winner', async () => {
    await signIn('ann');
    expireAll();
    server.behaviour.tokenDelayMs = 100;
    const calls = [authorizations, gateway(), gateway()].map((process) => statusOf(fetchOf('ann', define(), process)));
    const statuses = await Promise.all(calls);
    expect(statuses).toContain(200);
    server.behaviour.tokenDelayMs = 0;
    for (const process of [authorizations, gateway()])
      expect(await statusOf(fetchOf('ann', define(), process))).toBe(200);
    const tokens = await authorizations.accessToken({ definition: define(), userId: 'ann' });
    expect(server.accessTokens.has(tokens ?? '')).toBe(true);
  });

  it('uses the lock of a store that has one', async () => {
    const memory = new InMemoryTokenStore();
    let queue: Promise<unknown> = Promise.resolve();
    store = {
      get: (key) => memory.get(key),
      set: (key, value, expected) => memory.set(key, value, expected),
      delete: (key) => memory.delete(key),
      withLock: (_key, work) => {
        const turn = queue.then(work);
        queue = turn.catch(() => {});
        return turn;
      },
    };
    authorizations = gateway();
    await signIn('ann');
    expireAll();
    server.behaviour.tokenDelayMs = 50;
    const statuses = await Promise.all(
      [authorizations, gateway(), gateway()].map((process) => statusOf(fetchOf('ann', define(), process))),
    );
    expect(statuses).toEqual([200, 200, 200]);
    expect(server.count('/token refresh_token')).toBe(1);
  });

  it('ends in a sign-in when it is refused, and asks nobody again for a while', async () => {
    await signIn('ann');
    await signIn('bob');
    expireAll();
    server.refreshTokens.clear();
    server.behaviour.refreshFailure = { status: 400, error: 'invalid_grant' };
    const fetch = fetchOf('ann');
    for (let call = 0; call < 10; call++) expect(await statusOf(fetch)).toBe(401);
    expect(server.count('/token refresh_token')).toBe(1);
    const target = { definition: define(), userId: 'ann' };
    expect(authorizations.signInUrl(target)).toContain('/authorize?');
    expect(await authorizations.accessToken(target)).toBeUndefined();

    server.behaviour.refreshFailure = undefined;
    const { code, state } = server.signIn(authorizations.signInUrl(target) ?? '');
    await authorizations.finishAuthorization(target, code, state);
    expect(await statusOf(fetch)).toBe(200);
  });

  it.each([500, 503, 429])('keeps the tokens while the authorization server answers %d', async (status) => {
    await signIn('ann');
    expireAll();
    server.behaviour.refreshFailure = { status, error: 'server_error' };
    const fetch = fetchOf('ann');
    for (let call = 0; call < 5; call++) expect(await statusOf(fetch)).toBe(503);
    expect(server.count('/token refresh_token')).toBe(1);
    expect(warnings).toEqual([
      'No access to the MCP server "crm": the authorization server does not answer a refresh.',
    ]);
    server.behaviour.refreshFailure = undefined;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect(await statusOf(fetch)).toBe(200);
  });

  it('does not go round in circles when the server refuses fresh tokens too', async () => {
    await signIn('ann');
    const fetch = fetchOf('ann');
    const refuse = vi.spyOn(server.accessTokens, 'get').mockReturnValue(undefined);
    for (let call = 0; call < 8; call++) expect(await statusOf(fetch)).toBe(401);
    refuse.mockRestore();
    expect(server.count('/token refresh_token')).toBe(1);
    expect(await statusOf(fetch)).toBe(200);
  });

  it('keeps an old refresh token that the answer leaves out', async () => {
    await signIn('ann');
    const key = { userId: 'ann', serverId: 'crm', serverUrl: `${server.origin}/mcp` };
    const before = (await store.get(key))?.value.tokens?.refresh_token;
    server.behaviour.issueRefreshTokens = false;
    expireAll();
    expect(await statusOf(fetchOf('ann'))).toBe(200);
    expect((await store.get(key))?.value.tokens?.refresh_token).toBe(before);
  });

  it('never sends tokens for one address to another', async () => {
    await signIn('ann');
    const other = await new OAuthServer().listen();
    const moved = define({ url: `${other.origin}/mcp` });
    await fetchOf('ann', moved)(`${other.origin}/mcp`, { method: 'POST', body: '{}' });
    expect(other.tokensSeen).toEqual([undefined]);
    await other.close();
  });

  it('says 503, without asking the server, when the store is broken', async () => {
    store = {
      get: () => Promise.reject(new Error('no database')),
      set: () => Promise.resolve(false),
      delete: () => Promise.resolve(),
    };
    expect(await statusOf(fetchOf('ann', define(), gateway()))).toBe(503);
    expect(server.seen).toEqual([]);
    expect(warnings).toEqual(['The credentials for the MCP server "crm" cannot be read: no database']);
  });
});

describe('headers', () => {
  const plain = { auth: undefined };

  it('are filled from the credentials of the user at each request', async () => {
    const values = new Map([
      ['ann', 'a1'],
      ['bob', 'b1'],
    ]);
    const credentials: McpCredentialProvider = {
      get: (userId, serverId) => Promise.resolve({ token: values.get(userId) ?? '', server: serverId }),
    };
    const definition = define({ ...plain, headers: { Authorization: 'Bearer {{ token }} {{server}}' } });
    const fetch = fetchOf('ann', definition, authorizations, credentials);
    await statusOf(fetch);
    values.set('ann', 'a2 ü');
    await statusOf(fetch);
    await statusOf(fetchOf('bob', definition, authorizations, credentials));
    values.set('bob', '{{server}}');
    await statusOf(fetchOf('bob', definition, authorizations, credentials));
    expect(server.tokensSeen).toEqual([
      'Bearer a1 crm',
      'Bearer a2 %C3%BC crm',
      'Bearer b1 crm',
      'Bearer {{server}} crm',
    ]);
  });

  it.each<[string, Record<string, string> | undefined]>([
    ['is unknown', undefined],
    ['is not there', {}],
    ['is empty', { token: '' }],
    ['is only inherited', Object.create({ token: 'x' }) as Record<string, string>],
    ['would forge a header', { token: 'x\r\nX-Admin: 1' }],
    ['holds NUL', { token: 'x\0' }],
  ])('are not sent when a credential %s', async (_, given) => {
    const credentials: McpCredentialProvider = { get: () => Promise.resolve(given) };
    const fetch = fetchOf('ann', define({ ...plain, headers: { 'X-Key': '{{token}}' } }), authorizations, credentials);
    expect([await statusOf(fetch), await statusOf(fetch)]).toEqual([401, 401]);
    expect(server.seen).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/^The credential "token" for the server "crm" (is missing|holds a line break)/),
    ]);
  });

  it('are sent once, the credential of the user before the OAuth token before the fixed value, in every spelling', async () => {
    const credentials: McpCredentialProvider = { get: () => Promise.resolve({ token: 'own' }) };
    for (const name of ['authorization', 'Authorization', 'AUTHORIZATION']) {
      server.tokensSeen.length = 0;
      const fixed = define({ headers: { [name]: 'Bearer fixed' } });
      await statusOf(fetchOf(name, fixed));
      await signIn(name, fixed);
      await statusOf(fetchOf(name, fixed));
      await statusOf(fetchOf(name, define({ headers: { [name]: 'Bearer {{token}}' } }), authorizations, credentials));
      await statusOf(fetchOf(name, define({ ...plain, headers: { [name]: 'Bearer fixed' } })));
      expect(server.tokensSeen).toEqual([
        'Bearer fixed',
        expect.stringMatching(/^Bearer access-\d+$/),
        'Bearer own',
        'Bearer fixed',
      ]);
    }
  });

  it('of the server never reach the authorization server', async () => {
    const headers: unknown[] = [];
    const spying: FetchLike = (url, init) => {
      if (!String(url).endsWith('/mcp')) headers.push(new Headers(init?.headers).get('x-key'));
      return net.fetch(url, init);
    };
    authorizations = new McpAuthorizations({ store, fetchFor: () => spying, warn: () => {} });
    await signIn('ann', define({ headers: { 'X-Key': 'secret' } }));
    expect(headers.length).toBeGreaterThan(2);
    expect(new Set(headers)).toEqual(new Set([null]));
  });
});

describe('metadata that points inside', () => {
  it.each<[string, (inner: string) => void]>([
    [
      'the resource metadata',
      (inner) => (server.behaviour.resourceMetadata = `${inner}/.well-known/oauth-protected-resource/mcp`),
    ],
    ['the authorization server', (inner) => (server.behaviour.issuer = inner)],
    ['the token endpoint', (inner) => (server.behaviour.tokenEndpoint = `${inner}/token`)],
  ])('gets no request to %s', async (_, pointTo) => {
    const inner = await new OAuthServer().listen();
    const guarded = createMcpFetch({ guard: true, allowHttp: true });
    pointTo(inner.origin);
    // The server itself has to be on the loopback here; whatever it points to goes through the guard.
    const fetchFor = (): FetchLike => (url, init) =>
      new URL(url).origin === server.origin ? net.fetch(url, init) : guarded.fetch(url, init);
    authorizations = new McpAuthorizations({ store, fetchFor, warn: (text) => warnings.push(text) });
    const target = { definition: define(), userId: 'ann' };
    expect(await statusOf(fetchOf('ann'))).toBe(401);
    const link = authorizations.signInUrl(target);
    if (link !== undefined) {
      const { code, state } = server.signIn(link);
      await authorizations.finishAuthorization(target, code, state).catch(() => {});
    }
    expect(inner.seen).toEqual([]);
    await guarded.close();
    await inner.close();
  });
});
