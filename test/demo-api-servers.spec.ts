import type { OpenAiTool } from 'nestjs-tool-router';
import { MAX_SERVERS } from '../apps/demo-api/src/servers/own-servers.store.js';
import { startDemo, type RunningDemo } from './fixtures/demo-api.js';
import { serveMcp, stopServers } from './fixtures/mcp-server.js';

let demo: RunningDemo;
let strict: RunningDemo;
beforeAll(async () => {
  [demo, strict] = [await startDemo({ DEMO_ALLOW_LOCAL_SERVERS: '1' }), await startDemo()];
});
afterAll(async () => {
  await Promise.all([demo.close(), strict.close()]);
  await stopServers();
});

const ownNames = async () =>
  (await demo.engineer.get<OpenAiTool[]>('/tools?mcpServers=user:lists')).body.map((tool) => tool.function.name);

describe('/me/mcp-servers', () => {
  it('registers, shows, replaces and forgets a server', async () => {
    const first = await serveMcp([{ name: 'shopping', answer: () => 'bread' }]);
    const second = await serveMcp([{ name: 'chores', answer: () => 'sweep' }]);
    const body = { url: first.url, headers: { 'x-api-key': 'k-314' } };
    expect(await demo.engineer.send('PUT', '/me/mcp-servers/lists', body)).toEqual({
      status: 200,
      body: { id: 'lists', url: first.url },
    });
    expect(await ownNames()).toEqual(['user_ana_tool_shopping']);
    expect(first.requests.every(({ headers }) => headers['x-api-key'] === 'k-314')).toBe(true);
    const shown = await demo.engineer.get('/me/mcp-servers');
    expect(shown.body).toEqual([{ id: 'lists', url: first.url }]);
    expect(JSON.stringify(shown.body)).not.toContain('k-314');
    expect((await demo.support.get('/me/mcp-servers')).body).toEqual([]);
    expect((await demo.support.get('/me/mcp-servers/lists')).status).toBe(404);
    expect((await demo.support.send('DELETE', '/me/mcp-servers/lists')).status).toBe(404);

    expect((await demo.engineer.send('PUT', '/me/mcp-servers/lists', { url: second.url })).status).toBe(200);
    expect(await ownNames()).toEqual(['user_ana_tool_chores']);
    expect((await demo.engineer.get('/me/mcp-servers/lists')).body).toEqual({ id: 'lists', url: second.url });

    expect((await demo.engineer.send('DELETE', '/me/mcp-servers/lists')).status).toBe(204);
    expect(await ownNames()).toEqual([]);
    expect((await demo.engineer.call({ name: 'user_ana_tool_chores' })).errorCode).toBe('unknown_tool');
    expect((await demo.engineer.send('DELETE', '/me/mcp-servers/lists')).status).toBe(404);
    expect((await demo.engineer.get('/me/mcp-servers/lists')).status).toBe(404);
  });

  it('registers a server that does not answer: its tools come when it does', async () => {
    const gone = await serveMcp([{ name: 'never', answer: () => 'x' }]);
    await gone.close();
    expect((await demo.engineer.send('PUT', '/me/mcp-servers/lists', { url: gone.url })).status).toBe(200);
    expect(await ownNames()).toEqual([]);
    const alive = await serveMcp([{ name: 'reading', answer: () => 'Moby-Dick' }]);
    expect((await demo.engineer.send('PUT', '/me/mcp-servers/lists', { url: alive.url })).status).toBe(200);
    expect(await ownNames()).toEqual(['user_ana_tool_reading']);
    expect((await demo.engineer.send('PUT', '/me/mcp-servers/lists', { url: gone.url })).status).toBe(200);
    expect(await ownNames()).toEqual([]);
    expect((await demo.engineer.call({ name: 'user_ana_tool_reading' })).isError).toBe(true);
    await demo.engineer.send('DELETE', '/me/mcp-servers/lists');
  });

  it.each([
    ['plain http', 'http://mcp.example.com/mcp', /not encrypted.*Use https/],
    ['another protocol', 'ftp://mcp.example.com/mcp', /neither https nor http/],
    ['a user name', 'https://me@mcp.example.com/', /user name or a password.*header/],
    ['a password', 'https://me:secret-9@mcp.example.com/', /user name or a password.*header/],
    ['the loopback', 'https://127.0.0.1/mcp', /not an address of the public internet/],
    ['the loopback in hexadecimal', 'https://0x7f000001/mcp', /not an address of the public internet/],
    ['a private network', 'https://10.1.2.3/mcp', /not an address of the public internet/],
    ['the metadata of a cloud', 'https://169.254.169.254/latest', /not an address of the public internet/],
    ['the loopback of IPv6', 'https://[::1]/mcp', /not an address of the public internet/],
    ['a name of the own machine', 'https://localhost/mcp', /not an address of the public internet/],
    ['no URL', 'mcp.example.com', /not a URL|neither https nor http/],
    ['nothing', '', /url.*is missing/],
  ])('refuses %s and registers nothing', async (_, url, why) => {
    const { status, body } = await strict.engineer.send<{ message: string }>('PUT', '/me/mcp-servers/bad', { url });
    expect(status).toBe(400);
    expect(body.message).toMatch(why);
    expect(body.message).not.toContain('secret-9');
    expect((await strict.engineer.get('/me/mcp-servers')).body).toEqual([]);
  });

  it('refuses wrong bodies and ids', async () => {
    const put = async (path: string, body: unknown) => (await strict.engineer.send('PUT', path, body)).status;
    const url = 'https://mcp.example.com/mcp';
    expect(await put('/me/mcp-servers/x', {})).toBe(400);
    expect(await put('/me/mcp-servers/x', { url: 5 })).toBe(400);
    expect(await put('/me/mcp-servers/x', { url: `https://mcp.example.com/${'a'.repeat(2_000)}` })).toBe(400);
    expect(await put('/me/mcp-servers/x', { url, headers: 'x' })).toBe(400);
    expect(await put('/me/mcp-servers/x', { url, headers: { 'bad name': 'x' } })).toBe(400);
    expect(await put('/me/mcp-servers/x', { url, headers: { ok: 'line\r\nbreak' } })).toBe(400);
    expect(await put('/me/mcp-servers/user:x', { url })).toBe(400);
    expect(await put(`/me/mcp-servers/${'i'.repeat(301)}`, { url })).toBe(400);
    expect((await strict.engineer.get('/me/mcp-servers')).body).toEqual([]);
  });

  it('starts no program for a user', async () => {
    const body = { url: 'https://mcp.example.com/mcp', command: 'touch', args: ['/tmp/x'], type: 'stdio' };
    expect(await strict.engineer.send('PUT', '/me/mcp-servers/prog', body)).toMatchObject({
      status: 200,
      body: { id: 'prog', url: body.url },
    });
    expect((await strict.engineer.send('DELETE', '/me/mcp-servers/prog')).status).toBe(204);
  });

  it('keeps a limited number of servers per user', async () => {
    const put = async (id: string) =>
      (await strict.support.send('PUT', `/me/mcp-servers/${id}`, { url: 'https://mcp.example.com/mcp' })).status;
    for (let n = 0; n < MAX_SERVERS; n++) expect(await put(`s${n}`)).toBe(200);
    expect(await put('one-more')).toBe(409);
    expect(await put('s0')).toBe(200);
    expect((await strict.support.get<unknown[]>('/me/mcp-servers')).body).toHaveLength(MAX_SERVERS);
  });
});
